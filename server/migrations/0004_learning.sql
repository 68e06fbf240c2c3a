-- How far each person has come. Nothing here is deleted with the content it points at: content that someone
-- has begun cannot be taken away from under them.

-- No row means not started.
create table session_progress (
  person_id bigint not null references person (id) on delete cascade,
  session_id bigint not null references session (id),
  status text not null check (status in ('ONGOING', 'PARTIAL_COMPLETE', 'COMPLETED')),
  started_at timestamptz not null,
  completed_at timestamptz,
  last_step_id bigint references step (id),
  last_seen_at timestamptz not null,
  primary key (person_id, session_id),
  check ((status = 'COMPLETED') = (completed_at is not null)),
  check (completed_at >= started_at)
);
create index session_progress_session on session_progress (session_id);
create index session_progress_last_step on session_progress (last_step_id);

create table step_completion (
  person_id bigint not null references person (id) on delete cascade,
  step_id bigint not null references step (id),
  completed_at timestamptz not null,
  primary key (person_id, step_id)
);
create index step_completion_step on step_completion (step_id);

create table bookmark (
  person_id bigint not null references person (id) on delete cascade,
  session_id bigint not null references session (id) on delete cascade,
  created_at timestamptz not null,
  primary key (person_id, session_id)
);
create index bookmark_session on bookmark (session_id);
