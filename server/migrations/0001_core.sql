-- Search works on trigrams because they need no dictionary and so serve every Indian script.
create extension if not exists pg_trgm;

-- What a repeated write answered the first time. A row without a status is a write still under way.
create table idempotent_reply (
  person_id  bigint      not null,
  call       text        not null,
  key        uuid        not null,
  body_hash  bytea       not null,
  status     int,
  reply      jsonb,
  created_at timestamptz not null,
  primary key (person_id, call, key)
);
