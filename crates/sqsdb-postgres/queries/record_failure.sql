-- Charges an attempt and records why it failed.
--
-- $1 lock key, $2 consumer, $3 idempotency key, $4 message type, $5 schema version, $6 hashes as 'version:hex',
-- $7 hash version, $8 request hash, $9 receive count, $10 aggregate type, $11 aggregate id,
-- $12 status, $13 failure code, $14 failure message
WITH lock AS MATERIALIZED (
    SELECT pg_try_advisory_xact_lock($1) AS held
), recorded AS (
    INSERT INTO {schema}.worker_inbox AS inbox (
        consumer, idempotency_key, message_type, schema_version, hash_version, request_hash, receive_count,
        aggregate_type, aggregate_id, status, attempts, started_at, failed_at, failure_code, failure_message
    )
    SELECT $2, $3, $4, $5, $7, $8, $9, $10, $11, $12, 1, now(), now(), $13, $14
    WHERE (SELECT held FROM lock)
    ON CONFLICT (consumer, idempotency_key) DO UPDATE
    SET status = excluded.status, attempts = inbox.attempts + 1, receive_count = excluded.receive_count,
        last_seen_at = now(), failed_at = now(),
        failure_code = excluded.failure_code, failure_message = excluded.failure_message
    WHERE NOT {differs}
      AND inbox.status <> 'COMPLETED'
      AND (inbox.status <> 'FAILED_TERMINAL' OR excluded.status = 'FAILED_TERMINAL')
    RETURNING inbox.attempts
)
SELECT (SELECT held FROM lock) AS held,
       coalesce(
           (SELECT attempts FROM recorded),
           (SELECT inbox.attempts FROM {schema}.worker_inbox AS inbox
            WHERE inbox.consumer = $2 AND inbox.idempotency_key = $3)
       ) AS attempts
