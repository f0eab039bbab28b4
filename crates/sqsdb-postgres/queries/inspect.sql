-- Whether this very work is committed, and whether the transaction that worked on it has ended.
--
-- $1 lock key, $2 consumer, $3 idempotency key, $4 message type, $5 schema version, $6 hashes as 'version:hex'
SELECT pg_try_advisory_xact_lock($1) AS ended,
       EXISTS (
           SELECT FROM {schema}.worker_inbox AS inbox
           WHERE inbox.consumer = $2 AND inbox.idempotency_key = $3
             AND inbox.status = 'COMPLETED' AND NOT {differs}
       ) AS committed
