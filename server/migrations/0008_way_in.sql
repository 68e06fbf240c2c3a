-- How people come in: mailed codes and links, what is counted against guessing, and what one signs up for.

-- One code per address and purpose; a new one takes the place of the old.
create table one_time_code (
  address text not null check (address = lower(btrim(address))),
  purpose text not null check (purpose in ('sign_up', 'reset')),
  -- Keyed with the server's secret: the table alone cannot be searched.
  code_hash bytea not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  wrong_tries integer not null default 0,
  verified_at timestamptz,
  used_at timestamptz,
  primary key (address, purpose)
);
create index one_time_code_expires on one_time_code (expires_at);

-- Tries that failed or are still being looked at; a right one takes its row away again.
create table sign_in_try (
  id bigint generated always as identity primary key,
  address_hash bytea not null,
  ip_hash bytea not null,
  tried_at timestamptz not null
);
create index sign_in_try_address on sign_in_try (address_hash, tried_at);
create index sign_in_try_tried_at on sign_in_try (tried_at);

-- An empty ip_hash blocks the account towards everybody.
create table sign_in_block (
  address_hash bytea not null,
  ip_hash bytea not null,
  ends_at timestamptz not null,
  primary key (address_hash, ip_hash)
);

-- The link that verifies the address of an account made by staff.
create table verification_link (
  token_hash bytea primary key,
  person_id bigint not null references person (id) on delete cascade,
  address text not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index verification_link_person on verification_link (person_id);

-- What a mentor signs up with. Domains, where it names any, must fit the address.
create table institution (
  code text primary key check (code ~ '^[A-Z0-9]+(-[A-Z0-9]+)*$'),
  name text not null,
  email_domains text[] not null default '{}',
  is_active boolean not null,
  project_id bigint references project (id),
  members_are_adults boolean not null default false
);

alter table project add column members_are_adults boolean not null default false;

create table declaration (
  user_type text not null check (user_type in ('Mentee', 'Mentor')),
  version integer not null check (version > 0),
  language_code text not null references language (code),
  body text not null,
  primary key (user_type, version, language_code)
);

-- What someone agreed to, in which version and when. Never changed, never taken away but with the person.
create table consent (
  id bigint generated always as identity primary key,
  person_id bigint not null references person (id) on delete cascade,
  kind text not null check (kind in ('terms', 'declaration')),
  version integer not null,
  given_at timestamptz not null,
  unique (person_id, kind, version)
);

-- The terms as they stand; a material change raises it and asks everybody again.
alter table system_setting add column terms_version integer not null default 1 check (terms_version > 0);

alter table person
  add column institution_code text references institution (code),
  add column picture_file_id uuid references file (id),
  -- The key of the authenticator app, sealed with the server's secret; unconfirmed until its first right code.
  add column totp_key bytea,
  add column totp_confirmed_at timestamptz,
  add column totp_last_step bigint,
  -- Asked to be deleted; until then it can be taken back.
  add column leaves_at timestamptz;
create index person_leaves_at on person (leaves_at) where leaves_at is not null;
-- An account made by staff has no password until its owner has proved the mailbox.
alter table person drop constraint person_check;

alter table sign_in
  -- When it was last shown who is there, beyond holding the token.
  add column confirmed_at timestamptz,
  add column second_factor_at timestamptz;
update sign_in set confirmed_at = started_at;
alter table sign_in alter column confirmed_at set not null;
