-- How long an event lasts, who comes, other times that were asked for, and when people are usually free.

alter table calendar_series add column minutes integer not null default 60 check (minutes between 5 and 480);
alter table calendar_event add column minutes integer not null default 60 check (minutes between 5 and 480);
alter table calendar_event drop constraint calendar_event_own_fields_check;
alter table calendar_event add constraint calendar_event_own_fields_check
  check (own_fields <@ array['time', 'title', 'description', 'is_pair_group_call', 'minutes']);

-- An answer is about one time: it no longer counts once the event was moved away from `for_at`.
create table calendar_answer (
  event_id bigint not null references calendar_event (id) on delete cascade,
  person_id bigint not null references person (id) on delete cascade,
  is_yes boolean not null,
  for_at timestamptz not null,
  answered_at timestamptz not null,
  primary key (event_id, person_id)
);
create index calendar_answer_person on calendar_answer (person_id);

-- Another time that somebody asked for, instead of `for_at`.
create table calendar_proposal (
  id bigint generated always as identity primary key,
  event_id bigint not null references calendar_event (id) on delete cascade,
  proposed_by bigint not null references person (id) on delete cascade,
  scheduled_at timestamptz not null,
  for_at timestamptz not null,
  note text not null,
  proposed_at timestamptz not null,
  closed_at timestamptz
);
create unique index calendar_proposal_one_open on calendar_proposal (event_id, proposed_by) where closed_at is null;
create index calendar_proposal_person on calendar_proposal (proposed_by);

-- Set by the person; without a row the answers of the survey count. Days from 0 for Monday to 6 for Sunday, by the clock of `zone`.
create table free_hours (
  person_id bigint primary key references person (id) on delete cascade,
  zone text not null check (zone <> ''),
  days smallint[] not null check (days <@ array[0, 1, 2, 3, 4, 5, 6]::smallint[]),
  times text[] not null check (times <@ array['early', 'morning', 'afternoon', 'evening', 'night']),
  set_at timestamptz not null
);
