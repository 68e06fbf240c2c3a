-- People imported from a file. The rows are a dry run until the run has created accounts from them.
create table import_run (
  id bigint generated always as identity primary key,
  started_by bigint references person (id) on delete set null,
  file_name text not null check (length(file_name) between 1 and 120),
  -- Of the file's bytes: the same person who sends the same file again gets the same run.
  sha256 bytea not null check (length(sha256) = 32),
  -- The header of each column and the field it was read as, or null if it is ignored.
  columns jsonb not null,
  state text not null default 'checked' check (state in ('checked', 'running', 'done', 'undoing', 'undone')),
  created_at timestamptz not null,
  checked_at timestamptz not null,
  -- The programmes of the person who started it, at that time; null for all.
  scope bigint[],
  -- Written outside of the run's transaction, so that it can be read meanwhile.
  progress integer not null default 0,
  stop_asked_at timestamptz,
  done_at timestamptz,
  invite_at timestamptz,
  undone_at timestamptz
);
create unique index import_run_once on import_run (started_by, sha256) where state <> 'undone';
create index import_run_created on import_run (created_at);

create table import_row (
  run_id bigint not null references import_run (id) on delete cascade,
  -- As a spreadsheet counts: the header is row 1.
  number integer not null check (number > 1),
  fields jsonb not null,
  -- The normalised address, or null if it is no address.
  address text,
  outcome text not null check (outcome in ('create', 'unchanged', 'skipped', 'refused')),
  -- What is wrong or noteworthy: the column, the problem and a hint.
  problems jsonb not null default '[]',
  is_left_out boolean not null default false,
  is_corrected boolean not null default false,
  person_id bigint references person (id) on delete set null,
  -- A hash of the account as the run created it: undo removes it only if it is still the same.
  made text,
  invited_at timestamptz,
  -- Why undo left the account.
  kept text check (kept in ('joined', 'changed', 'in_use')),
  primary key (run_id, number)
);
create index import_row_address on import_row (run_id, address);
create index import_row_person on import_row (person_id) where person_id is not null;
create index import_row_waiting on import_row (run_id, number) where person_id is not null and invited_at is null;
create index import_row_invited on import_row (invited_at) where invited_at is not null;
