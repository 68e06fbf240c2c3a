-- How often something was tried, kept here so that a restart forgets nothing and every server counts the same.
-- Who tried is only a hash: what people type and where they sit is not to be read from this table.
create table throttle (
  what text not null,
  window_seconds integer not null,
  key_hash bytea not null,
  count integer not null,
  ends_at timestamptz not null,
  primary key (what, window_seconds, key_hash)
);
create index throttle_ends_at on throttle (ends_at);
