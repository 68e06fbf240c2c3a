-- A member asks the team for another partner, or for an end. The partner learns nothing of it.
create table pair_request (
  id bigint generated always as identity primary key,
  mentorship_id bigint not null references mentorship (id) on delete cascade,
  person_id bigint not null references person (id) on delete cascade,
  kind text not null check (kind in ('other_partner', 'end')),
  reason text not null check (reason in ('no_time', 'no_fit', 'language', 'no_answer', 'goals_reached', 'uneasy', 'other')),
  words text not null,
  asked_at timestamptz not null,
  -- Answered for good, taken back, or the mentorship is over.
  closed_at timestamptz
);
create unique index pair_request_one_open on pair_request (mentorship_id, person_id) where closed_at is null;
create index pair_request_person on pair_request (person_id);

-- Every answer of the team, oldest first. The request stays open after "we will talk to you".
create table pair_request_answer (
  id bigint generated always as identity primary key,
  request_id bigint not null references pair_request (id) on delete cascade,
  kind text not null check (kind in ('talk', 'rematch', 'end', 'decline')),
  words text not null,
  answered_by bigint references person (id) on delete set null,
  answered_at timestamptz not null
);
create index pair_request_answer_request on pair_request_answer (request_id);
create index pair_request_answer_person on pair_request_answer (answered_by);
