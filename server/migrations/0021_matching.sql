-- Matching: who is looked for, who was offered to whom, and what became of it.

-- How a project brings people together. Part of the programme.
create table match_plan (
  project_id bigint primary key references project (id) on delete cascade,
  -- In order: key, strength, icon, name, help and sentences in every language, and the words of the answers.
  criteria jsonb not null,
  expiry_hours integer not null check (expiry_hours between 1 and 720),
  -- Mentees whom a mentor of pairs has room for, unless the team says otherwise.
  places integer not null check (places between 1 and 10),
  group_size integer not null check (group_size between 2 and 10),
  group_minimum integer not null check (group_minimum between 2 and 10),
  group_starts_in integer not null check (group_starts_in between 1 and 5),
  -- To how many mentors a mentee is shown at once, and to how many mentees a mentor for each free place.
  shortlist integer not null check (shortlist between 1 and 20),
  exposure integer not null check (exposure between 1 and 10),
  needs_review boolean not null,
  needs_approval boolean not null,
  pair_manager_id bigint references person (id) on delete set null,
  check (group_minimum <= group_size)
);
create index match_plan_pair_manager on match_plan (pair_manager_id);

-- Who is in the search, with what was answered at screening. Whoever has found a partner and has no room for another has no row.
create table match_seeker (
  person_id bigint primary key references person (id) on delete cascade,
  project_id bigint not null references project (id),
  part text not null check (part in ('mentor', 'mentee')),
  since timestamptz not null,
  -- By criterion, a list of the keys of what was chosen.
  answers jsonb not null
);
create index match_seeker_pool on match_seeker (project_id, part, since);

-- What the team has said of a mentor. It stays while they come and go: who was found or was away must not lose it.
create table match_mentor (
  person_id bigint primary key references person (id) on delete cascade,
  approved_at timestamptz,
  -- Mentees whom they have room for, where it is not the plan's number.
  places integer check (places between 1 and 10)
);

-- Two who must never meet here, by the team's word.
create table match_apart (
  mentor_id bigint not null references person (id) on delete cascade,
  mentee_id bigint not null references person (id) on delete cascade,
  reason text not null check (reason <> ''),
  made_by bigint references person (id) on delete set null,
  created_at timestamptz not null,
  primary key (mentor_id, mentee_id)
);
create index match_apart_mentee on match_apart (mentee_id);
create index match_apart_made_by on match_apart (made_by);

-- proposed: the team has not let it out yet. issued: who chooses first may choose. chosen: a mentee wants it and it holds one of
-- the mentor's places until the mentor answers. held: it has a place in a group. The others are over.
create table match_offer (
  id bigint generated always as identity primary key,
  project_id bigint not null references project (id),
  mentor_id bigint not null references person (id) on delete cascade,
  mentee_id bigint not null references person (id) on delete cascade,
  group_type text not null check (group_type in ('1to1', '1toM')),
  state text not null check (state in (
    'proposed', 'issued', 'chosen', 'held', 'success', 'rejected', 'expired', 'unavailable', 'withdrawn')),
  -- Who said no, or let the time pass; null while it is open, and where nobody did.
  ended_by text check (ended_by in ('mentor', 'mentee', 'staff')),
  alias text not null unique,
  score integer not null check (score between 0 and 100),
  -- Points by criterion, and both answers as they were when it was made.
  reasons jsonb not null,
  -- When it became the reader's to decide: at its issue, and again for the mentor whom a mentee has chosen.
  turned_at timestamptz not null,
  expires_at timestamptz,
  -- When who chooses first chose it; before that the other side knows nothing of it.
  chosen_at timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  -- Made by hand, and why.
  made_by bigint references person (id) on delete set null,
  made_because text not null default '',
  check (mentor_id <> mentee_id),
  check ((state in ('proposed', 'issued', 'chosen', 'held')) = (ended_at is null))
);
create unique index match_offer_once on match_offer (mentor_id, mentee_id) where ended_at is null;
-- Of two mentors, or two choices at the same moment, only one can have a mentee.
create unique index match_offer_one_choice on match_offer (mentee_id) where state in ('chosen', 'held');
create index match_offer_mentor on match_offer (mentor_id, turned_at);
create index match_offer_mentee on match_offer (mentee_id, turned_at);
create index match_offer_open on match_offer (project_id, expires_at) where ended_at is null;
create index match_offer_project on match_offer (project_id);
create index match_offer_made_by on match_offer (made_by);

-- A group that is coming together around a mentor.
create table match_group (
  id bigint generated always as identity primary key,
  project_id bigint not null references project (id),
  mentor_id bigint not null references person (id) on delete cascade,
  size integer not null check (size between 2 and 10),
  created_on timestamptz not null,
  starts_at timestamptz not null,
  -- The day came and the group was too small.
  stalled_at timestamptz,
  ended_at timestamptz,
  mentorship_id bigint references mentorship (id) on delete set null
);
create unique index match_group_one on match_group (mentor_id) where ended_at is null;
create index match_group_mentor on match_group (mentor_id);
create index match_group_project on match_group (project_id);
create index match_group_mentorship on match_group (mentorship_id);

-- One row a place: two cannot take the same, and there is none beyond the size.
create table match_group_place (
  group_id bigint not null references match_group (id) on delete cascade,
  place integer not null check (place between 1 and 10),
  mentee_id bigint not null unique references person (id) on delete cascade,
  offer_id bigint not null references match_offer (id) on delete cascade,
  taken_at timestamptz not null,
  primary key (group_id, place)
);
create index match_group_place_offer on match_group_place (offer_id);

-- Who does not come back into the search by any answer or flag, only by the team: whom the team has taken out, and whose mentorship
-- has ended (then nobody is named).
create table match_out (
  person_id bigint primary key references person (id) on delete cascade,
  taken_out_by bigint references person (id) on delete set null,
  taken_out_at timestamptz not null
);
create index match_out_by on match_out (taken_out_by);
-- Whose mentorship was over before there was matching is not looked for unasked.
insert into match_out (person_id, taken_out_at)
select person_id, max(left_at) from mentorship_member
where part in ('mentor', 'mentee')
group by person_id
having bool_and(left_at is not null);
