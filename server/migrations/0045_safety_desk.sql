-- Whom a programme calls.
create table safety_numbers (
  project_id bigint primary key references project (id) on delete cascade,
  head_name text not null default '',
  police_name text not null default '',
  police_number text not null default '',
  checked_by bigint references person (id) on delete set null,
  checked_at timestamptz not null
);
create index safety_numbers_checked_by on safety_numbers (checked_by);

create table safety_case (
  id bigint generated always as identity primary key,
  project_id bigint references project (id) on delete set null,
  mentorship_id bigint references mentorship (id) on delete set null,
  channel_id bigint references chat_channel (id) on delete set null,
  source text not null check (source in ('report', 'block', 'danger')),
  state text not null default 'open' check (state in ('open', 'to_sign_off', 'closed')),
  is_urgent boolean not null,
  is_possible_offence boolean not null default false,
  opened_at timestamptz not null,
  -- The clock: it starts again when a report is reopened, and stops when everybody has an answer.
  clock_from timestamptz not null,
  due_at timestamptz not null,
  answered_at timestamptz,
  taken_by bigint references person (id) on delete set null,
  taken_at timestamptz,
  close_asked_by bigint references person (id) on delete set null,
  closed_at timestamptz,
  -- The first decision: from then on the people concerned may know.
  decided_at timestamptz,
  looks_hidden_until timestamptz,
  -- How many events there are, sealed together with the last one, so that removed events are found.
  last_event integer not null default 0,
  head bytea not null default ''
);
create index safety_case_queue on safety_case (due_at, id) where state <> 'closed';
create index safety_case_closed on safety_case (closed_at desc, id desc) where state = 'closed';
create index safety_case_project on safety_case (project_id);
create index safety_case_mentorship on safety_case (mentorship_id);
create index safety_case_channel on safety_case (channel_id);
create index safety_case_taken_by on safety_case (taken_by);
create index safety_case_close_asked_by on safety_case (close_asked_by);

create table safety_case_person (
  case_id bigint not null references safety_case (id) on delete cascade,
  person_id bigint not null references person (id),
  part text not null check (part in ('child', 'concerned', 'witness', 'reporter')),
  primary key (case_id, person_id)
);
create index safety_case_person_person on safety_case_person (person_id);

create table safety_report (
  id bigint generated always as identity primary key,
  case_id bigint not null references safety_case (id) on delete cascade,
  reporter_id bigint not null references person (id),
  client_id uuid not null,
  kind text not null check (kind in ('message', 'file', 'answer', 'profile', 'call', 'post')),
  thing_id text not null,
  about_id bigint references person (id),
  reason text not null
    check (reason in ('meet_or_photos', 'sexual', 'threat', 'self_harm', 'rude', 'money_or_phone', 'something_else')),
  state text not null default 'received' check (state in ('received', 'need_to_ask', 'acted', 'not_found')),
  sent_at timestamptz not null,
  answer_by timestamptz not null,
  answered_at timestamptz,
  reopened_at timestamptz,
  may_tell_guardian boolean,
  unique (reporter_id, client_id)
);
create index safety_report_case on safety_report (case_id);
create index safety_report_about on safety_report (about_id);
create unique index safety_report_once on safety_report (reporter_id, kind, thing_id) where state in ('received', 'need_to_ask');

create table safety_report_message (
  id bigint generated always as identity primary key,
  report_id bigint not null references safety_report (id) on delete cascade,
  -- Null for answers of the team.
  client_id uuid,
  kind text not null check (kind in ('words', 'reopened', 'need_to_ask', 'acted', 'not_found')),
  written_by bigint references person (id) on delete set null,
  text text not null check (length(text) <= 2000),
  at timestamptz not null,
  unique (report_id, client_id)
);
create index safety_report_message_written_by on safety_report_message (written_by);

-- Copied when it was reported, apart from all other data: edits, erasure and the end of an account leave it as it was. The seal
-- covers exactly this text.
create table safety_evidence (
  report_id bigint primary key references safety_report (id) on delete cascade,
  copied_at timestamptz not null,
  content text not null,
  seal bytea not null
);
create table safety_evidence_file (
  report_id bigint primary key references safety_evidence (report_id) on delete cascade,
  name text not null,
  type text not null,
  bytes bytea not null,
  seal bytea not null
);

-- The chronology. Each seal covers the one before; no row is ever changed or removed.
create table safety_event (
  case_id bigint not null references safety_case (id) on delete cascade,
  number integer not null,
  at timestamptz not null,
  kind text not null,
  by_id bigint,
  person_id bigint,
  detail text,
  text text,
  until timestamptz,
  seal bytea not null,
  primary key (case_id, number)
);
create function safety_event_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'safety events are append-only';
end $$;
create trigger safety_event_is_final before update on safety_event
  for each row execute function safety_event_is_final();

create table safety_task (
  id bigint generated always as identity primary key,
  case_id bigint not null references safety_case (id) on delete cascade,
  text text not null check (length(text) between 1 and 2000),
  due_at timestamptz,
  added_by bigint not null references person (id),
  done_at timestamptz
);
create index safety_task_case on safety_task (case_id);
create index safety_task_added_by on safety_task (added_by);

create table safety_unlock (
  id bigint generated always as identity primary key,
  case_id bigint not null references safety_case (id) on delete cascade,
  channel_id bigint not null references chat_channel (id) on delete cascade,
  reason text not null,
  asked_by bigint not null references person (id),
  asked_at timestamptz not null,
  agreed_by bigint references person (id),
  until timestamptz,
  closed_at timestamptz,
  check ((agreed_by is null) = (until is null)),
  check (agreed_by <> asked_by)
);
create unique index safety_unlock_one on safety_unlock (case_id) where closed_at is null and agreed_by is null;
create index safety_unlock_case on safety_unlock (case_id);
create index safety_unlock_channel on safety_unlock (channel_id);
create index safety_unlock_asked_by on safety_unlock (asked_by);
create index safety_unlock_agreed_by on safety_unlock (agreed_by);

create table safety_step (
  id bigint generated always as identity primary key,
  case_id bigint not null references safety_case (id) on delete cascade,
  kind text not null check (kind in ('warn', 'mute', 'pause_channel', 'pause_pair', 'suspend', 'end_pair', 'ban')),
  person_id bigint not null references person (id),
  channel_id bigint references chat_channel (id) on delete set null,
  mentorship_id bigint references mentorship (id) on delete set null,
  words text,
  state text not null check (state in ('asked', 'in_force', 'ended', 'undone')),
  -- Null for the pause of a pair whose member blocked the other.
  taken_by bigint references person (id),
  taken_at timestamptz not null,
  until timestamptz,
  agreed_by bigint references person (id),
  check (agreed_by <> taken_by)
);
create index safety_step_case on safety_step (case_id);
create index safety_step_channel on safety_step (channel_id);
create index safety_step_mentorship on safety_step (mentorship_id);
create index safety_step_person on safety_step (person_id);
create index safety_step_taken_by on safety_step (taken_by);
create index safety_step_agreed_by on safety_step (agreed_by);
create index safety_step_until on safety_step (until) where state = 'in_force' and until is not null;

-- Who was notified of a case that waits, at which of its four times: at once, at half time, at three
-- quarters, and past its time.
create table safety_alert (
  case_id bigint not null references safety_case (id) on delete cascade,
  clock_from timestamptz not null,
  stage integer not null check (stage between 0 and 3),
  person_id bigint not null references person (id) on delete cascade,
  at timestamptz not null,
  primary key (case_id, clock_from, stage, person_id)
);
create index safety_alert_person on safety_alert (person_id);
