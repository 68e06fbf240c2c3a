-- What the product has to tell one person, kept as a key and values so that it reads in the language of the day.
create table notice (
  id bigint generated always as identity primary key,
  person_id bigint not null references person (id) on delete cascade,
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  template text not null,
  text_values jsonb not null default '{}',
  link text check (link like '/%' and link not like '//%'),
  -- The same thing is told once, however often it is raised.
  once_key text,
  -- Not shown to who has switched its kind off; the row then only remembers that it was mailed.
  is_shown boolean not null default true,
  created_at timestamptz not null,
  read_at timestamptz,
  unique (person_id, once_key)
);
create index notice_person on notice (person_id, id desc);
create index notice_unread on notice (person_id) where read_at is null and is_shown;
create index notice_created_at on notice (created_at);

-- Without a row a kind is on, in the product and by mail.
create table notice_choice (
  person_id bigint not null references person (id) on delete cascade,
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  in_app boolean not null,
  by_email boolean not null,
  primary key (person_id, kind)
);

-- A browser that may be sent notices. One owner at a time, and none once that sign-in is over.
create table device (
  -- The id itself may be longer than an index takes.
  registration_hash bytea primary key,
  registration_id text not null,
  person_id bigint not null references person (id) on delete cascade,
  sign_in_id uuid not null references sign_in (id) on delete cascade,
  type text not null check (type = 'web'),
  registered_at timestamptz not null
);
create index device_person on device (person_id);
create index device_sign_in on device (sign_in_id);
