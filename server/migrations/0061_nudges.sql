-- When a programme writes to people by itself. Off until a colleague has seen whom it would reach.
create table nudge_plan (
  project_id bigint not null references project (id) on delete cascade,
  trigger text not null,
  is_on boolean not null,
  after_days integer not null check (after_days > 0),
  -- Null: once.
  again_days integer check (again_days > 0),
  times integer not null check (times > 0),
  per_day integer not null check (per_day > 0),
  -- By language: title and text. A language without them has the usual text.
  texts jsonb not null,
  version integer not null,
  changed_by bigint references person (id) on delete set null,
  changed_at timestamptz not null,
  primary key (project_id, trigger)
);
create index nudge_plan_changed_by on nudge_plan (changed_by);

-- One message of a plan to one person. The key claims the person's day, so that nobody gets two, whatever is killed.
create table nudge (
  id bigint generated always as identity primary key,
  project_id bigint not null references project (id) on delete cascade,
  trigger text not null,
  mentorship_id bigint not null references mentorship (id) on delete cascade,
  person_id bigint not null references person (id) on delete cascade,
  -- Since when the fact is true.
  since timestamptz not null,
  on_day date not null,
  planned_at timestamptz not null,
  state text not null check (state in ('planned', 'taken_out', 'sent', 'dropped')),
  dropped_why text,
  taken_out_by bigint references person (id) on delete set null,
  reason text check (length(reason) between 3 and 200),
  -- As it was sent.
  title text,
  text text,
  sent_at timestamptz,
  unique (person_id, on_day),
  check ((state = 'dropped') = (dropped_why is not null)),
  check ((state = 'sent') = (sent_at is not null))
);
create index nudge_day on nudge (on_day, id) where state = 'planned';
create index nudge_project on nudge (project_id, on_day, id);
create index nudge_mentorship on nudge (mentorship_id, on_day);
create index nudge_taken_out_by on nudge (taken_out_by);
