-- "How is it going?", asked of each member alone two weeks after the start, then every 30 days. Only the team reads the answers.
create table check_in (
  id bigint generated always as identity primary key,
  mentorship_id bigint not null references mentorship (id) on delete cascade,
  person_id bigint not null references person (id) on delete cascade,
  number integer not null check (number > 0),
  asked_at timestamptz not null,
  score smallint check (score between 1 and 5),
  words text not null default '',
  answered_at timestamptz,
  unique (mentorship_id, person_id, number),
  check ((score is null) = (answered_at is null))
);
create index check_in_person on check_in (person_id);
