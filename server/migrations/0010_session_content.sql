-- What a session is made of, by version. A published version never changes: whoever has begun one finishes on it,
-- and a changed folder makes the next version. Title, overview, tags and cover are the session's own and may be mended.

create table session_version (
  id bigint generated always as identity primary key,
  session_id bigint not null references session (id) on delete cascade,
  number integer not null check (number > 0),
  -- Of all that the version holds, so that loading the same folder again makes no new one.
  content_hash text not null,
  -- Of its steps together, so that a list need not add them up for every session.
  duration_minutes integer not null check (duration_minutes >= 0),
  step_count integer not null check (step_count >= 0),
  created_at timestamptz not null,
  unique (session_id, number),
  -- For references that must name a version of the same session.
  unique (id, session_id)
);

alter table session add column version_id bigint;
alter table step add column version_id bigint references session_version (id) on delete cascade;
-- A list of content items with their texts in every language; server/src/content/step-content.ts says its shape.
alter table step add column content jsonb not null default '[]';
alter table session_progress add column version_id bigint;

-- What was there before versions becomes the first one.
insert into session_version (session_id, number, content_hash, duration_minutes, step_count, created_at)
select id, 1, 'before versions', duration_minutes, (select count(*) from step where step.session_id = session.id),
  coalesce(published_at, now())
from session;
update session set version_id = session_version.id from session_version where session_version.session_id = session.id;
update step set version_id = session_version.id from session_version where session_version.session_id = step.session_id;
update session_progress set version_id = session_version.id
from session_version where session_version.session_id = session_progress.session_id;

alter table step alter column version_id set not null;
alter table step drop constraint step_session_id_key_key;
alter table step drop constraint step_session_id_position_key;
alter table step drop column session_id;
alter table step add unique (version_id, key);
alter table step add unique (version_id, position) deferrable initially deferred;

-- The newest version; null for a session that has no content yet. Its length stands with the version.
alter table session add foreign key (version_id, id) references session_version (id, session_id);
alter table session drop column duration_minutes;
create index session_version_of on session (version_id, id);

alter table session_progress alter column version_id set not null;
alter table session_progress add foreign key (version_id, session_id) references session_version (id, session_id);
create index session_progress_version on session_progress (version_id, session_id);

create table quiz (
  id bigint generated always as identity primary key,
  version_id bigint not null references session_version (id) on delete cascade,
  key text not null check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  -- Help text and questions with their texts in every language.
  content jsonb not null,
  unique (version_id, key)
);

-- Every try is kept: the latest counts for what is open, the best for badges.
create table quiz_attempt (
  id bigint generated always as identity primary key,
  person_id bigint not null references person (id) on delete cascade,
  step_id bigint not null references step (id),
  quiz_id bigint not null references quiz (id),
  number integer not null check (number > 0),
  -- By question key. A file's answer is its id; of a password only that it was given.
  answers jsonb not null,
  right_count integer not null check (right_count between 0 and marked_count),
  marked_count integer not null,
  submitted_at timestamptz not null,
  -- Of two submissions at once one comes second, and is told so.
  unique (person_id, step_id, quiz_id, number)
);
create index quiz_attempt_step on quiz_attempt (step_id);
create index quiz_attempt_quiz on quiz_attempt (quiz_id);

create table quiz_attempt_file (
  attempt_id bigint not null references quiz_attempt (id) on delete cascade,
  question_key text not null,
  file_id uuid not null references file (id),
  primary key (attempt_id, question_key)
);
create index quiz_attempt_file_file on quiz_attempt_file (file_id);

create table session_feedback (
  person_id bigint not null references person (id) on delete cascade,
  session_id bigint not null references session (id),
  rating smallint not null check (rating between 1 and 5),
  review text not null check (length(review) <= 2000),
  rated_at timestamptz not null,
  primary key (person_id, session_id)
);
create index session_feedback_session on session_feedback (session_id);
