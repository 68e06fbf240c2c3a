-- Steps of the team with a pair that does not meet: remind, warn, pause, end. Only a pause can be taken back.
create table pair_step (
  id bigint generated always as identity primary key,
  mentorship_id bigint not null references mentorship (id) on delete cascade,
  kind text not null check (kind in ('remind', 'warn', 'pause', 'end')),
  -- To the members.
  words text not null,
  reason text not null,
  taken_by bigint references person (id) on delete set null,
  taken_at timestamptz not null,
  undone_at timestamptz,
  check (undone_at is null or kind = 'pause')
);
create index pair_step_mentorship on pair_step (mentorship_id);
create index pair_step_person on pair_step (taken_by);
create unique index pair_step_one_pause on pair_step (mentorship_id) where kind = 'pause' and undone_at is null;
