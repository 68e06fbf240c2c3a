-- Where a programme wants to be reminded sooner or later than usual.
create table work_rule (
  project_id bigint not null references project (id) on delete cascade,
  rule text not null,
  is_on boolean not null,
  limit_value integer not null,
  version integer not null,
  changed_by bigint references person (id) on delete set null,
  changed_at timestamptz not null,
  primary key (project_id, rule)
);
create index work_rule_changed_by on work_rule (changed_by);

-- One row of the worklist: a rule, what it is about, and since when. It is closed when its fact is gone.
create table work_item (
  id bigint generated always as identity primary key,
  rule text not null,
  subject text not null check (subject in ('pair', 'person', 'group', 'programme')),
  subject_id bigint not null,
  project_id bigint not null references project (id) on delete cascade,
  mentorship_id bigint references mentorship (id) on delete cascade,
  person_id bigint references person (id) on delete cascade,
  since timestamptz not null,
  due_at timestamptz not null,
  limit_value integer not null,
  -- Numbers of the sentence; never what a member wrote.
  fact jsonb not null,
  owner_id bigint references person (id) on delete set null,
  snoozed_until date,
  snooze_reason text check (length(snooze_reason) between 3 and 200),
  snoozed_by bigint references person (id) on delete set null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  check ((snoozed_until is null) = (snooze_reason is null))
);
create unique index work_item_once on work_item (rule, subject, subject_id) where closed_at is null;
create index work_item_open on work_item (project_id, due_at, id) where closed_at is null;
create index work_item_closed on work_item (closed_at) where closed_at is not null;
create index work_item_mentorship on work_item (mentorship_id);
create index work_item_person on work_item (person_id);
create index work_item_owner on work_item (owner_id);
create index work_item_snoozed_by on work_item (snoozed_by);

-- Who has a row open, so that two colleagues do not call the same person.
create table work_presence (
  item_id bigint not null references work_item (id) on delete cascade,
  person_id bigint not null references person (id) on delete cascade,
  seen_at timestamptz not null,
  primary key (item_id, person_id)
);
create index work_presence_person on work_presence (person_id);

-- A contact of the team with a member or mentor.
create table staff_contact (
  id bigint generated always as identity primary key,
  client_id uuid not null,
  person_id bigint not null references person (id) on delete cascade,
  mentorship_id bigint references mentorship (id) on delete set null,
  staff_id bigint references person (id) on delete set null,
  how text not null check (how in ('call', 'video', 'message', 'met', 'mail')),
  was_reached boolean not null,
  note text not null check (length(note) <= 1000),
  at timestamptz not null,
  noted_at timestamptz not null,
  unique (staff_id, client_id)
);
create index staff_contact_person on staff_contact (person_id, at desc);
create index staff_contact_mentorship on staff_contact (mentorship_id, at desc);

-- Who of the team contacts this person next, and on which day in India.
create table next_contact (
  person_id bigint primary key references person (id) on delete cascade,
  staff_id bigint not null references person (id) on delete cascade,
  on_day date not null,
  planned_at timestamptz not null
);
create index next_contact_staff on next_contact (staff_id, on_day);
