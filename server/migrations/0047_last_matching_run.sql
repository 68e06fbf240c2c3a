-- The pairs of the last run of matching in each programme, so that the next one can say what has changed.
create table match_run (
  project_id bigint primary key references project (id) on delete cascade,
  ran_at timestamptz not null,
  is_dry_run boolean not null
);
create table match_run_pair (
  project_id bigint not null references match_run (project_id) on delete cascade,
  mentor_id bigint not null references person (id) on delete cascade,
  mentee_id bigint not null references person (id) on delete cascade,
  primary key (project_id, mentee_id, mentor_id)
);
create index match_run_pair_mentor on match_run_pair (mentor_id);
create index match_run_pair_mentee on match_run_pair (mentee_id);
