-- Keeps a terminal message, once; a second write of it only counts.
INSERT INTO {schema}.worker_quarantine AS kept (
    queue, message_id, body, attributes, group_id, receive_count, sent_at, message_type, idempotency_key, code, reason
)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
ON CONFLICT (queue, message_id) DO UPDATE
SET seen_count = kept.seen_count + 1,
    receive_count = greatest(kept.receive_count, excluded.receive_count),
    last_quarantined_at = now()
