-- Inbox and quarantine.
--
-- Keys compare byte by byte (COLLATE "C"): cheaper than a locale's rules, unharmed by an upgrade of the C library, and
-- the primary key then also answers LIKE 'case:CASE-123:%'.

CREATE TABLE {schema}.worker_inbox (
    consumer          varchar(100) COLLATE "C" NOT NULL,
    idempotency_key   varchar(200) COLLATE "C" NOT NULL,
    message_type      varchar(100) NOT NULL,
    schema_version    bigint       NOT NULL,
    aggregate_type    varchar(100) NOT NULL,
    aggregate_id      varchar(200) NOT NULL,
    status            varchar(30)  NOT NULL,
    hash_version      integer      NOT NULL,
    request_hash      varchar(64)  NOT NULL,
    attempts          integer      NOT NULL DEFAULT 0,
    receive_count     integer      NOT NULL DEFAULT 0,
    first_seen_at     timestamptz  NOT NULL DEFAULT now(),
    last_seen_at      timestamptz  NOT NULL DEFAULT now(),
    started_at        timestamptz,
    completed_at      timestamptz,
    failed_at         timestamptz,
    failure_code      varchar(100),
    failure_message   text,
    result_ref        varchar(300),
    claim_token       uuid,
    lease_expires_at  timestamptz,
    PRIMARY KEY (consumer, idempotency_key),
    CONSTRAINT worker_inbox_status CHECK (
        status IN ('RECEIVED', 'PROCESSING', 'COMPLETED', 'FAILED_RETRYABLE', 'FAILED_TERMINAL')
    ),
    CONSTRAINT worker_inbox_counts CHECK (attempts >= 0 AND receive_count >= 0)
);

-- An update is HOT only if no index mentions a changed column, and a partial index's WHERE counts as a mention. So no
-- index here mentions status or last_seen_at: both would make every change of status write to all indexes.
-- failed_at changes only when a failure is recorded, and a message that never failed costs these two indexes nothing.
--
-- "What is failing?"            WHERE failed_at IS NOT NULL AND status <> 'COMPLETED' ORDER BY failed_at DESC
CREATE INDEX worker_inbox_failed
    ON {schema}.worker_inbox (failed_at)
    WHERE failed_at IS NOT NULL;

-- "What failed for this case?"  WHERE aggregate_type = 'case' AND aggregate_id = 'CASE-123' AND failed_at IS NOT NULL
-- What succeeded for it is found by the prefix of its keys; an index over all rows would be one more insert a message.
CREATE INDEX worker_inbox_failed_aggregate
    ON {schema}.worker_inbox (aggregate_type, aggregate_id)
    WHERE failed_at IS NOT NULL;

CREATE TABLE {schema}.worker_quarantine (
    queue                 varchar(200) COLLATE "C" NOT NULL,
    message_id            varchar(200) COLLATE "C" NOT NULL,
    body                  text         NOT NULL,
    attributes            jsonb        NOT NULL,
    group_id              varchar(200),
    receive_count         integer      NOT NULL,
    sent_at               timestamptz,
    message_type          varchar(200),
    idempotency_key       varchar(200),
    code                  varchar(100) NOT NULL,
    reason                text         NOT NULL,
    seen_count            integer      NOT NULL DEFAULT 1,
    first_quarantined_at  timestamptz  NOT NULL DEFAULT now(),
    last_quarantined_at   timestamptz  NOT NULL DEFAULT now(),
    PRIMARY KEY (queue, message_id)
);

CREATE INDEX worker_quarantine_newest ON {schema}.worker_quarantine (first_quarantined_at);
