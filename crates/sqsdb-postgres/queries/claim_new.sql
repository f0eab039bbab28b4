-- Takes the work's lock without waiting, and the right to run if nothing is known of the work. The row is in its final
-- state at once: nobody sees it before the commit.
--
-- $1 lock key, $2 consumer, $3 idempotency key, $4 message type, $5 schema version, $6 hash version, $7 request hash,
-- $8 receive count, $9 aggregate type, $10 aggregate id
INSERT INTO {schema}.worker_inbox (
    consumer, idempotency_key, message_type, schema_version, hash_version, request_hash, receive_count,
    aggregate_type, aggregate_id, status, attempts, started_at, completed_at
)
SELECT $2, $3, $4, $5, $6, $7, $8, $9, $10, 'COMPLETED', 1, now(), now()
WHERE pg_try_advisory_xact_lock($1)
ON CONFLICT DO NOTHING
RETURNING attempts
