CREATE TABLE IF NOT EXISTS {schema}.migrations (
    version     integer     PRIMARY KEY,
    name        text        NOT NULL,
    checksum    char(64)    NOT NULL,
    applied_at  timestamptz NOT NULL DEFAULT now()
)
