-- Tells what is known of the work, and takes the right to run where that allows it.
--
-- $1 lock key, $2 consumer, $3 idempotency key, $4 message type, $5 schema version, $6 hashes as 'version:hex',
-- $7 hash version, $8 request hash, $9 receive count
WITH stored AS MATERIALIZED (
    -- what is committed; a final answer stands, whoever holds the lock
    SELECT inbox.status, inbox.hash_version, inbox.request_hash, inbox.result_ref,
           inbox.failure_code, inbox.failure_message,
           {differs} AS differs,
           inbox.status = 'PROCESSING' AND coalesce(inbox.lease_expires_at > now(), false) AS leased
    FROM {schema}.worker_inbox AS inbox
    WHERE inbox.consumer = $2 AND inbox.idempotency_key = $3
), lock AS MATERIALIZED (
    -- held until the transaction ends; never waited for
    SELECT pg_try_advisory_xact_lock($1) AS held
), free AS (
    -- judged again on the newest version of the row; a row that someone else has locked is left alone
    SELECT inbox.consumer, inbox.idempotency_key
    FROM {schema}.worker_inbox AS inbox
    WHERE inbox.consumer = $2 AND inbox.idempotency_key = $3
      AND (SELECT held FROM lock)
      AND NOT {differs}
      AND (
          inbox.status IN ('RECEIVED', 'FAILED_RETRYABLE')
          OR (inbox.status = 'PROCESSING' AND coalesce(inbox.lease_expires_at <= now(), true))
      )
    FOR UPDATE SKIP LOCKED
), resumed AS (
    UPDATE {schema}.worker_inbox AS inbox
    SET status = 'COMPLETED', attempts = inbox.attempts + 1, receive_count = $9,
        schema_version = $5, hash_version = $7, request_hash = $8,
        started_at = now(), last_seen_at = now(), completed_at = now()
    FROM free
    WHERE inbox.consumer = free.consumer AND inbox.idempotency_key = free.idempotency_key
    RETURNING inbox.attempts
)
SELECT lock.held, (SELECT attempts FROM resumed) AS attempt, stored.*
FROM lock LEFT JOIN stored ON true
