-- The colleague who takes care of a conversation.
alter table help_case add column assigned_to bigint references person (id) on delete set null;
create index help_case_assigned_to on help_case (assigned_to);

-- Staff who have a conversation open. A row counts for a minute and a half after it was last renewed.
create table help_presence (
  case_id bigint not null references help_case (id) on delete cascade,
  person_id bigint not null references person (id) on delete cascade,
  is_writing boolean not null,
  seen_at timestamptz not null,
  primary key (case_id, person_id)
);
create index help_presence_person on help_presence (person_id);
