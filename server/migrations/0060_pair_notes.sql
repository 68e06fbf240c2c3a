-- What the team wrote down about a pair or group, for colleagues. Entries are not changed afterwards.
create table pair_note (
  id bigint generated always as identity primary key,
  mentorship_id bigint not null references mentorship (id) on delete cascade,
  written_by bigint references person (id) on delete set null,
  text text not null check (length(text) between 1 and 2000),
  written_at timestamptz not null
);
create index pair_note_mentorship on pair_note (mentorship_id, id);
create index pair_note_written_by on pair_note (written_by);
