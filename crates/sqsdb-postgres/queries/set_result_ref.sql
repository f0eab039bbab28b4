UPDATE {schema}.worker_inbox SET result_ref = $3 WHERE consumer = $1 AND idempotency_key = $2
