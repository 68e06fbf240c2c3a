-- Each code opens one sign-in in place of the authenticator app.
create table recovery_code (
  person_id bigint not null references person (id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (person_id, code_hash)
);

-- Somebody lost both app and codes. Two other administrators must agree before the app can be linked again.
create table authenticator_reset (
  id bigint generated always as identity primary key,
  person_id bigint not null references person (id) on delete cascade,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  first_approval_by bigint references person (id) on delete set null,
  first_approval_at timestamptz,
  done_by bigint references person (id) on delete set null,
  done_at timestamptz,
  check (done_at is null or first_approval_at is not null),
  check (first_approval_by <> person_id and done_by <> person_id and first_approval_by <> done_by)
);
create unique index authenticator_reset_open on authenticator_reset (person_id) where done_at is null;
create index authenticator_reset_person on authenticator_reset (person_id);
create index authenticator_reset_first on authenticator_reset (first_approval_by);
create index authenticator_reset_done on authenticator_reset (done_by);
