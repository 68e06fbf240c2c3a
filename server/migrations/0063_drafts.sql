-- What authors write at their desk, next to what is published. Publishing copies it into the tables that members read.
create table draft (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('session', 'survey', 'post', 'faq', 'legal')),
  key text not null check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  -- Grows with every change of a part or a translation.
  revision integer not null check (revision >= 0),
  -- The revision that was last published; 0 before the first time.
  published_revision integer not null default 0 check (published_revision >= 0),
  -- The version of a session that it was taken from, and 0 for none.
  base_version integer not null default 0,
  -- The parts as they were published, by name, for comparing and for throwing changes away; null before the first time.
  published_parts jsonb,
  scheduled_for timestamptz,
  asked_revision integer,
  asked_by bigint references person (id) on delete set null,
  approved_revision integer,
  approved_by bigint references person (id) on delete set null,
  changed_by bigint references person (id) on delete set null,
  changed_at timestamptz not null,
  unique (kind, key)
);
create index draft_asked_by on draft (asked_by);
create index draft_approved_by on draft (approved_by);
create index draft_changed_by on draft (changed_by);

create table draft_part (
  draft_id bigint not null references draft (id) on delete cascade,
  name text not null,
  body jsonb not null,
  -- 0 for one that was only copied from what is published.
  revision integer not null check (revision >= 0),
  -- The draft's revision that this change made.
  draft_revision integer not null,
  changed_by bigint references person (id) on delete set null,
  changed_at timestamptz not null,
  primary key (draft_id, name)
);
create index draft_part_changed_by on draft_part (changed_by);

-- One text in one language. `source` is the text that the translator saw: if it differs from today's, the translation is behind.
create table draft_translation (
  draft_id bigint not null references draft (id) on delete cascade,
  language_code text not null references language (code),
  part text not null,
  path text not null,
  source text not null,
  body text not null,
  revision integer not null check (revision > 0),
  changed_by bigint references person (id) on delete set null,
  changed_at timestamptz not null,
  primary key (draft_id, language_code, part, path)
);
create index draft_translation_language on draft_translation (language_code);
create index draft_translation_changed_by on draft_translation (changed_by);

-- Whether what its members see is published only with the yes of a second person.
alter table project add column reviews_content boolean not null default false;
