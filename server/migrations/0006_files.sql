-- What people uploaded. The bytes are in the file store under a key made from the id; they are written before the row,
-- so that no row is without them.

create table file (
  id uuid primary key,
  owner_id bigint not null references person (id),
  purpose text not null check (purpose ~ '^[a-z_]{1,40}$'),
  name text not null check (length(name) between 1 and 200),
  type text not null,
  size integer not null check (size > 0),
  width integer check (width > 0),
  height integer check (height > 0),
  sha256 bytea not null check (octet_length(sha256) = 32),
  thumbnail_size integer check (thumbnail_size > 0),
  thumbnail_sha256 bytea check (octet_length(thumbnail_sha256) = 32),
  -- Missing: the sweeper found a row whose bytes someone took away from outside.
  state text not null default 'stored' check (state in ('stored', 'missing')),
  created_at timestamptz not null,
  check ((width is null) = (height is null)),
  check ((thumbnail_size is null) = (thumbnail_sha256 is null))
);
create index file_owner on file (owner_id, created_at);
