-- Two people, or a mentor and a group, who go through the same sessions, each at their own pace, by one schedule.

-- Which sessions a project's mentorships go through, in which order, and how many days each has. Part of the programme.
create table schedule_session (
  project_id bigint not null references project (id) on delete cascade,
  position integer not null check (position > 0),
  session_id bigint not null references session (id),
  days integer not null check (days between 1 and 365),
  primary key (project_id, position),
  unique (project_id, session_id)
);
create index schedule_session_session on schedule_session (session_id);

-- What members read while a mentor or a mentee is being looked for. Part of the programme.
create table match_screen (
  key text primary key check (key in ('finding_matches', 'potential_match', 'awaiting_mentor_response', 'group_hold')),
  title text not null check (title <> ''),
  description text not null check (description <> ''),
  image_hash text references programme_media (hash)
);
create index match_screen_image on match_screen (image_hash);

create table match_screen_text (
  screen_key text not null references match_screen (key) on delete cascade,
  language_code text not null references language (code),
  title text not null check (title <> ''),
  description text not null check (description <> ''),
  primary key (screen_key, language_code)
);
create index match_screen_text_language on match_screen_text (language_code);

create table mentorship (
  id bigint generated always as identity primary key,
  project_id bigint not null references project (id),
  group_type text not null check (group_type in ('1to1', '1toM')),
  started_at timestamptz not null,
  ended_at timestamptz,
  check (ended_at >= started_at)
);
create index mentorship_project on mentorship (project_id);

-- Nobody is taken out of it: who leaves, or whose mentorship ends, has left_at, and may still read what they began.
create table mentorship_member (
  mentorship_id bigint not null references mentorship (id) on delete cascade,
  person_id bigint not null references person (id) on delete cascade,
  part text not null check (part in ('mentor', 'mentee', 'pair_manager')),
  joined_at timestamptz not null,
  left_at timestamptz,
  primary key (mentorship_id, person_id),
  check (left_at >= joined_at)
);
create index mentorship_member_person on mentorship_member (person_id);
create unique index mentorship_one_mentor on mentorship_member (mentorship_id) where part = 'mentor' and left_at is null;
-- Of two matches made at the same moment only one can be the mentee's.
create unique index mentorship_mentee_in_one on mentorship_member (person_id) where part = 'mentee' and left_at is null;

-- A member's way through one session of their mentorship: by when it is due, and whether it may still be written to.
create table walk (
  mentorship_id bigint not null references mentorship (id) on delete cascade,
  person_id bigint not null references person (id) on delete cascade,
  session_id bigint not null references session (id),
  position integer not null check (position > 0),
  end_date timestamptz not null,
  closed_at timestamptz,
  primary key (mentorship_id, person_id, session_id)
);
create index walk_person on walk (person_id, session_id);
create index walk_session on walk (session_id);

-- Progress is kept apart for each mentorship, and for the learning hub (null): who mentors again begins again.
alter table session_progress add column mentorship_id bigint;
alter table session_progress drop constraint session_progress_pkey;
alter table session_progress add constraint session_progress_once unique nulls not distinct (person_id, session_id, mentorship_id);
alter table session_progress add foreign key (mentorship_id, person_id, session_id)
  references walk (mentorship_id, person_id, session_id) on delete cascade;
create index session_progress_walk on session_progress (mentorship_id, person_id, session_id);
-- Who is done has completed_at, also while the others of the mentorship are not.
alter table session_progress drop constraint session_progress_check;
alter table session_progress add constraint session_progress_done check ((status = 'ONGOING') = (completed_at is null));

alter table step_completion add column mentorship_id bigint references mentorship (id) on delete cascade;
alter table step_completion drop constraint step_completion_pkey;
alter table step_completion add constraint step_completion_once unique nulls not distinct (person_id, step_id, mentorship_id);
create index step_completion_mentorship on step_completion (mentorship_id);

alter table quiz_attempt add column mentorship_id bigint references mentorship (id) on delete cascade;
alter table quiz_attempt drop constraint quiz_attempt_person_id_step_id_quiz_id_number_key;
alter table quiz_attempt add constraint quiz_attempt_once unique nulls not distinct (person_id, step_id, quiz_id, number, mentorship_id);
create index quiz_attempt_mentorship on quiz_attempt (mentorship_id);
-- For the weeks of a streak.
create index quiz_attempt_submitted on quiz_attempt (person_id, submitted_at);

alter table session_feedback add column mentorship_id bigint references mentorship (id) on delete cascade;
alter table session_feedback drop constraint session_feedback_pkey;
alter table session_feedback add constraint session_feedback_once unique nulls not distinct (person_id, session_id, mentorship_id);
create index session_feedback_mentorship on session_feedback (mentorship_id);
