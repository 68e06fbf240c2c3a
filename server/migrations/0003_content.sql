-- What a programme teaches: sessions made of steps, their texts in other languages, their pictures.
-- A row's own text is in the base language; the *_text tables hold the others.
-- Keys are the names a programme's folder uses; they stay the same from load to load.

create table programme_media (
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  name text not null,
  type text not null check (type in ('image/svg+xml', 'image/png', 'image/jpeg', 'image/webp')),
  bytes bytea not null
);

create table tag (
  key text primary key check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null check (name <> '')
);

create table tag_text (
  tag_key text not null references tag (key) on delete cascade,
  language_code text not null references language (code),
  name text not null check (name <> ''),
  primary key (tag_key, language_code)
);
create index tag_text_language on tag_text (language_code);

create table session (
  id bigint generated always as identity primary key,
  key text not null unique check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  position integer not null check (position > 0),
  title text not null check (title <> ''),
  overview text not null,
  color text not null check (color ~ '^#[0-9A-F]{6}$'),
  banner_hash text references programme_media (hash),
  duration_minutes integer not null check (duration_minutes >= 0),
  is_learning_hub boolean not null,
  -- Null while it is a draft, which nobody but its authors may see.
  published_at timestamptz
);
create index session_published on session (position, id) where published_at is not null;
create index session_banner on session (banner_hash);

create table session_text (
  session_id bigint not null references session (id) on delete cascade,
  language_code text not null references language (code),
  title text not null check (title <> ''),
  overview text not null,
  primary key (session_id, language_code)
);
create index session_text_language on session_text (language_code);

create table session_tag (
  session_id bigint not null references session (id) on delete cascade,
  position integer not null check (position > 0),
  tag_key text not null references tag (key),
  primary key (session_id, position),
  unique (session_id, tag_key)
);
create index session_tag_tag on session_tag (tag_key);

-- A session without a row here is for everybody; one with rows is for those projects alone.
create table session_project (
  session_id bigint not null references session (id) on delete cascade,
  project_id bigint not null references project (id),
  primary key (session_id, project_id)
);
create index session_project_project on session_project (project_id);

create table step (
  id bigint generated always as identity primary key,
  session_id bigint not null references session (id) on delete cascade,
  key text not null check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  position integer not null check (position > 0),
  title text not null check (title <> ''),
  duration_minutes integer not null check (duration_minutes > 0),
  unique (session_id, key),
  -- Checked at the end, because two steps that change places share one for a moment.
  unique (session_id, position) deferrable initially deferred
);

create table step_text (
  step_id bigint not null references step (id) on delete cascade,
  language_code text not null references language (code),
  title text not null check (title <> ''),
  primary key (step_id, language_code)
);
create index step_text_language on step_text (language_code);

create table programme_load (
  id bigint generated always as identity primary key,
  name text not null,
  base_language text not null references language (code),
  source_hash text not null,
  loaded_at timestamptz not null
);
