-- What a mentorship has planned. Each occurrence is a row of its own, with its own meeting link; a series holds what they share.

create table calendar_series (
  id bigint generated always as identity primary key,
  mentorship_id bigint not null references mentorship (id) on delete cascade,
  created_by bigint references person (id) on delete set null,
  frequency text not null check (frequency in ('NONE', 'WEEKLY', 'BIWEEKLY', 'MONTHLY')),
  -- The hour holds by the clock of this zone, also when clocks change there.
  zone text not null check (zone <> ''),
  -- A day of the pattern, from which it is counted both ways; the first day that may belong to the series.
  anchor_date date not null,
  from_date date not null,
  wall_time time not null,
  repeat_end_date date,
  title text not null check (title <> ''),
  description text not null,
  is_pair_group_call boolean not null,
  -- Goes up with each change of the series, and on into what is split off from it.
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null,
  check ((frequency = 'NONE') = (repeat_end_date is null)),
  check (repeat_end_date >= from_date),
  unique (id, mentorship_id)
);
create index calendar_series_mentorship on calendar_series (mentorship_id);
create index calendar_series_created_by on calendar_series (created_by);

create table calendar_event (
  id bigint generated always as identity primary key,
  series_id bigint not null,
  mentorship_id bigint not null,
  -- Where the series has it, also after it was moved away from there.
  series_date date not null,
  scheduled_at timestamptz not null,
  title text not null check (title <> ''),
  description text not null,
  is_pair_group_call boolean not null,
  session_id bigint references session (id),
  -- What was changed for this one alone, and so survives a change of the series.
  own_fields text[] not null default '{}' check (own_fields <@ array['time', 'title', 'description', 'is_pair_group_call']),
  session_uuid uuid not null unique default gen_random_uuid(),
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  cancelled_at timestamptz,
  -- Taken out by itself: it does not come back when the series has its day again.
  cancelled_alone boolean not null default false,
  foreign key (series_id, mentorship_id) references calendar_series (id, mentorship_id) on delete cascade,
  check (cancelled_at is not null or not cancelled_alone)
);
create unique index calendar_event_once on calendar_event (series_id, series_date) where cancelled_at is null;
create index calendar_event_mentorship on calendar_event (mentorship_id, scheduled_at) where cancelled_at is null;
create index calendar_event_series on calendar_event (series_id, mentorship_id);
create index calendar_event_session on calendar_event (session_id);
create index calendar_event_cancelled on calendar_event (cancelled_at) where cancelled_at is not null;

-- A sign-in at a provider that has been begun, for as long as it may take.
create table calendar_connection (
  -- Of the nonce, which the browser has in the address and in a cookie.
  nonce_hash bytea primary key,
  provider text not null check (provider in ('google', 'outlook', 'yahoo')),
  -- Of the cookie: another browser cannot bring the code.
  browser_hash bytea not null,
  sealed_verifier bytea not null,
  expires_at timestamptz not null
);
create index calendar_connection_expires on calendar_connection (expires_at);

create table calendar_integration (
  id bigint generated always as identity primary key,
  person_id bigint not null references person (id) on delete cascade,
  provider text not null check (provider in ('google', 'outlook', 'yahoo', 'apple')),
  email text not null,
  -- Tokens or password: of no use to who holds a copy of the database.
  sealed_access bytea not null,
  expires_at timestamptz,
  -- Where at the provider; null until it has been looked up.
  calendar_url text,
  state text not null default 'connected' check (state in ('connected', 'retrying', 'revoked')),
  -- Goes up with every change that is to be brought there; who has brought all of it stops only if it is still the same.
  wanted bigint not null default 1,
  -- Who brings it, and until when nobody else may.
  claimed_until timestamptz,
  -- Until when the provider wants to be left alone.
  not_before timestamptz,
  -- Of those that go on trying, only the one with the newest number does.
  retry_turn integer not null default 0,
  connected_at timestamptz not null,
  synced_at timestamptz,
  -- What we brought is being taken out, and then this row goes.
  unlinked_at timestamptz
);
create unique index calendar_integration_one on calendar_integration (person_id) where unlinked_at is null;
create index calendar_integration_person on calendar_integration (person_id);

-- What of ours stands in somebody's calendar, under which name: so that nothing is ever there twice.
create table calendar_push (
  integration_id bigint not null references calendar_integration (id) on delete cascade,
  event_id bigint not null references calendar_event (id) on delete cascade,
  provider_event_id text not null,
  -- 0 where it was begun to be brought and no answer was heard: it may stand there or not.
  version integer not null,
  primary key (integration_id, event_id)
);
create index calendar_push_event on calendar_push (event_id);

-- A calendar of somebody who is gone: what we brought there is taken out, and then this row goes. Whose it was, what opens it and
-- under which names things stand there is sealed, bound to this row.
create table calendar_parting (
  id uuid primary key,
  provider text not null check (provider in ('google', 'outlook', 'yahoo', 'apple')),
  sealed bytea not null,
  parted_at timestamptz not null
);
create index calendar_parting_parted on calendar_parting (parted_at);

-- The address itself is made from this and the server's secret, and stored nowhere.
create table calendar_feed (
  person_id bigint primary key references person (id) on delete cascade,
  generation integer not null default 1 check (generation > 0),
  is_open boolean not null default true
);

-- An invitation that goes with a mail, as a file of its own.
alter table mail add column calendar_file text;
