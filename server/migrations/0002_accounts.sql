-- People, what they may use, and where they are signed in.
-- Times come from the application's clock, never from the database's.

create table language (
  code text primary key check (code ~ '^[a-z]{2,3}(-[A-Z]{2})?$'),
  name text not null,
  is_active boolean not null,
  is_default boolean not null
);
create unique index language_one_default on language (is_default) where is_default;

insert into language (code, name, is_active, is_default) values
  ('bn', 'বাংলা', false, false),
  ('en', 'English', true, true),
  ('hi', 'हिन्दी', true, false),
  ('kn', 'ಕನ್ನಡ', false, false),
  ('mr', 'मराठी', false, false),
  ('ta', 'தமிழ்', false, false),
  ('te', 'తెలుగు', false, false);

create table project (
  id bigint generated always as identity primary key,
  key text not null unique,
  name text not null,
  email_domains text[] not null default '{}',
  is_disabled boolean not null default false,
  group_type text not null check (group_type in ('1to1', '1toM'))
);

create table person (
  id bigint generated always as identity primary key,
  email text not null unique check (email = lower(btrim(email))),
  provider text not null check (provider in ('normal', 'google')),
  password_hash text,
  google_subject text unique,
  role text not null check (role in (
    'Mentee', 'Mentor', 'GroupMentee', 'GroupMentor',
    'Admin', 'ProgramManager', 'PairManager', 'Author', 'SafeguardingLead')),
  first_name text not null default '',
  last_name text not null default '',
  bio text not null default '',
  phone_number text not null default '',
  picture_url text,
  language_code text not null references language (code),
  project_id bigint references project (id),
  agreed_terms_version integer,
  matching_status text check (matching_status in ('READY', 'ON_HOLD', 'GROUP_HOLD')),
  email_verified_at timestamptz,
  disabled_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null,
  -- A Google account has no password until its owner proves the mailbox anew.
  check (provider = 'google' or password_hash is not null)
);
create index person_project on person (project_id);

create table experience (
  person_id bigint primary key references person (id) on delete cascade,
  curriculum text not null default 'off' check (curriculum in ('use', 'show', 'off')),
  session text not null default 'off' check (session in ('use', 'show', 'off')),
  video text not null default 'off' check (video in ('use', 'show', 'off')),
  survey text not null default 'off' check (survey in ('use', 'show', 'off')),
  internship text not null default 'off' check (internship in ('use', 'show', 'off')),
  chattype text not null default 'off' check (chattype in ('use', 'show', 'off')),
  mentorship_chat text not null default 'off' check (mentorship_chat in ('use', 'show', 'off')),
  ai_chat text not null default 'off' check (ai_chat in ('use', 'show', 'off')),
  help_center text not null default 'off' check (help_center in ('use', 'show', 'off'))
);

-- One row per browser or phone that signed in; its refresh tokens are a family that lives and dies with it.
create table sign_in (
  id uuid primary key,
  person_id bigint not null references person (id) on delete cascade,
  device text not null,
  started_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('signed_out', 'ended_elsewhere', 'token_reused', 'disabled', 'password_changed')),
  check ((ended_at is null) = (end_reason is null))
);
create index sign_in_person on sign_in (person_id) where ended_at is null;

create table refresh_token (
  hash bytea primary key,
  sign_in_id uuid not null references sign_in (id) on delete cascade,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index refresh_token_sign_in on refresh_token (sign_in_id);

-- What the product has to say by mail; in demo and development it is shown instead of sent.
create table mail (
  id bigint generated always as identity primary key,
  to_address text not null,
  subject text not null,
  text text not null,
  html text not null,
  created_at timestamptz not null
);
create index mail_to on mail (to_address, id desc);

-- One row of switches that staff set for everybody.
create table system_setting (
  is_only_row boolean primary key default true check (is_only_row),
  under_maintenance boolean not null default false
);
insert into system_setting default values;
