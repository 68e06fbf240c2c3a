-- Surveys: what is asked comes from the programme, what was answered belongs to the person who answered.

create table survey (
  id bigint generated always as identity primary key,
  key text not null unique check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  position integer not null check (position > 0),
  -- Name and short description in every language.
  content jsonb not null,
  icon_hash text references programme_media (hash),
  background_hash text references programme_media (hash),
  minutes integer not null check (minutes > 0),
  audience text not null check (audience in ('everyone', 'mentees', 'mentors')),
  -- It opens so many days after another was completed; at once without one.
  after_survey_id bigint references survey (id),
  after_days integer not null default 0 check (after_days >= 0),
  closes_in_days integer check (closes_in_days > 0),
  closes_at timestamptz,
  published_at timestamptz not null,
  check (id <> after_survey_id)
);
create index survey_after on survey (after_survey_id);
create index survey_icon on survey (icon_hash);
create index survey_background on survey (background_hash);

-- A survey without a row here is for everybody; one with rows is for those projects alone.
create table survey_project (
  survey_id bigint not null references survey (id) on delete cascade,
  project_id bigint not null references project (id),
  primary key (survey_id, project_id)
);
create index survey_project_project on survey_project (project_id);

create table survey_stage (
  id bigint generated always as identity primary key,
  survey_id bigint not null references survey (id) on delete cascade,
  key text not null check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  -- Null once the programme no longer has it: nobody is asked any more, and what was answered stays.
  position integer check (position > 0),
  -- Name, description and pages of questions in every language, with what each answer feeds.
  content jsonb not null,
  unique (survey_id, key),
  -- Checked at the end, because two stages that change places share one for a moment.
  unique (survey_id, position) deferrable initially deferred
);

-- No row means not started.
create table survey_response (
  person_id bigint not null references person (id) on delete cascade,
  survey_id bigint not null references survey (id),
  started_at timestamptz not null,
  completed_at timestamptz,
  primary key (person_id, survey_id),
  check (completed_at >= started_at)
);
create index survey_response_survey on survey_response (survey_id);

-- A stage is sent whole, and once.
create table stage_response (
  person_id bigint not null references person (id) on delete cascade,
  stage_id bigint not null references survey_stage (id),
  submitted_at timestamptz not null,
  primary key (person_id, stage_id)
);
create index stage_response_stage on stage_response (stage_id);

-- The first answer to a question stays. A file's answer is its id; of a password only that it was given.
create table stage_answer (
  person_id bigint not null references person (id) on delete cascade,
  stage_id bigint not null references survey_stage (id),
  question_key text not null,
  answer jsonb not null,
  file_id uuid references file (id),
  answered_at timestamptz not null,
  primary key (person_id, stage_id, question_key)
);
create index stage_answer_stage on stage_answer (stage_id);
create index stage_answer_file on stage_answer (file_id);

-- What being ready for work is made of; names in every language.
create table readiness_area (
  key text primary key check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  position integer not null check (position > 0),
  name jsonb not null
);

create table readiness_score (
  person_id bigint not null references person (id) on delete cascade,
  area_key text not null references readiness_area (key),
  survey_id bigint not null references survey (id),
  score integer not null check (score between 0 and 100),
  scored_at timestamptz not null,
  primary key (person_id, area_key, survey_id)
);
create index readiness_score_area on readiness_score (area_key);
create index readiness_score_survey on readiness_score (survey_id);

-- What someone said they want to learn; the curated row of the learning hub begins with it.
create table wanted_tag (
  person_id bigint not null references person (id) on delete cascade,
  tag_key text not null references tag (key),
  primary key (person_id, tag_key)
);
create index wanted_tag_tag on wanted_tag (tag_key);
