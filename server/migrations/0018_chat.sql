-- What people say to each other. Within a channel the order of numbers, of times and of commits is the same: a message gets both
-- while its channel's row is locked.

create table chat_channel (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('pair', 'group', 'direct', 'assistant')),
  mentorship_id bigint references mentorship (id) on delete cascade,
  -- The one it is for, where it is an assistant's.
  person_id bigint references person (id) on delete cascade,
  last_message_id bigint not null default 0,
  last_message_at timestamptz not null,
  -- Nobody can write or call until then.
  blackout_until timestamptz,
  created_at timestamptz not null,
  check ((kind = 'assistant') = (person_id is not null)),
  check ((kind = 'assistant') = (mentorship_id is null))
);
create unique index chat_channel_assistant on chat_channel (person_id) where kind = 'assistant';
create unique index chat_channel_whole on chat_channel (mentorship_id) where kind in ('pair', 'group');
create index chat_channel_mentorship on chat_channel (mentorship_id);

create table chat_member (
  channel_id bigint not null references chat_channel (id) on delete cascade,
  person_id bigint not null references person (id),
  is_active boolean not null default true,
  is_pair_manager boolean not null default false,
  last_seen_id bigint not null default 0,
  last_viewed_at timestamptz,
  joined_at timestamptz not null,
  primary key (channel_id, person_id)
);
create index chat_member_person on chat_member (person_id);

create table chat_message (
  id bigint generated always as identity primary key,
  channel_id bigint not null references chat_channel (id) on delete cascade,
  -- Null where the writer has left Saathi.
  sender_id bigint references person (id) on delete set null,
  temp_id text check (length(temp_id) between 1 and 64),
  body text not null check (length(body) <= 20000),
  created_at timestamptz not null,
  is_broadcast boolean not null default false,
  -- For a call; written by the server alone.
  room_id uuid,
  room_expires_at timestamptz,
  file_id uuid references file (id) on delete set null,
  -- A GIF of the configured service, or what the page behind the first link says of itself.
  extra jsonb,
  may_retry boolean not null default false,
  -- Taken away by the team, or with the account of its writer: the place stays, the words are gone.
  redacted_at timestamptz,
  words tsvector not null default ''
);
create unique index chat_message_once on chat_message (channel_id, sender_id, temp_id) where temp_id is not null;
create index chat_message_channel on chat_message (channel_id, id desc);
create index chat_message_sender on chat_message (sender_id);
create index chat_message_file on chat_message (file_id);
create index chat_message_words on chat_message using gin (words) with (fastupdate = off);

create table chat_mention (
  message_id bigint not null references chat_message (id) on delete cascade,
  person_id bigint not null references person (id) on delete cascade,
  channel_id bigint not null,
  primary key (message_id, person_id)
);
create index chat_mention_person on chat_mention (person_id, channel_id, message_id);

create table chat_rating (
  id bigint generated always as identity primary key,
  channel_id bigint not null references chat_channel (id) on delete cascade,
  person_id bigint not null references person (id) on delete cascade,
  -- The last answer that it is about.
  message_id bigint not null,
  -- By question, 1 to 5 or null; all null where it was skipped.
  marks jsonb not null,
  rated_at timestamptz not null
);
create unique index chat_rating_once on chat_rating (channel_id, person_id, message_id desc);
create index chat_rating_person on chat_rating (person_id);

-- Quiet hours of a programme, by India's clock; the end may lie on the next day.
create table chat_quiet_hours (
  project_id bigint primary key references project (id) on delete cascade,
  begins time not null,
  ends time not null,
  check (begins <> ends)
);

-- The assistant is a person whom nobody can be: without a way in, and shut out besides.
alter table person
  drop constraint person_role_check,
  add constraint person_role_check check (role in (
    'Mentee', 'Mentor', 'GroupMentee', 'GroupMentor',
    'Admin', 'ProgramManager', 'PairManager', 'Author', 'SafeguardingLead', 'ai_assistant'));
create unique index person_assistant on person (role) where role = 'ai_assistant';
insert into person (email, provider, role, first_name, language_code, email_verified_at, disabled_at, created_at)
select 'assistant@saathi.invalid', 'google', 'ai_assistant', 'AI Assistant', code, now(), now(), now()
from language where is_default;

-- What pages say of themselves, for a day: a link that a whole group opens is fetched once.
create table chat_link_preview (
  url_hash bytea primary key,
  preview jsonb not null,
  fetched_at timestamptz not null
);
create index chat_link_preview_fetched on chat_link_preview (fetched_at);

-- Small pictures of those pages, made by us, so that a reader's browser asks nobody else for them. They stay while a message
-- shows them.
create table chat_preview_picture (
  id uuid primary key,
  bytes bytea not null check (octet_length(bytes) between 1 and 65536),
  made_at timestamptz not null
);
create index chat_preview_picture_made on chat_preview_picture (made_at);
create index chat_message_preview on chat_message ((extra -> 'preview' ->> 'image')) where extra is not null;

-- Those who walk together already get their channels now; later ones get theirs when they are brought together.
insert into chat_channel (kind, mentorship_id, last_message_at, created_at)
select case group_type when '1toM' then 'group' else 'pair' end, id, now(), now()
from mentorship where ended_at is null;
insert into chat_member (channel_id, person_id, is_pair_manager, joined_at)
select channel.id, member.person_id, member.part = 'pair_manager', now()
from chat_channel channel
join mentorship_member member on member.mentorship_id = channel.mentorship_id and member.left_at is null;

-- Between the mentor of a group and each mentee: as many channels as mentees, then the first for the first and so on.
insert into chat_channel (kind, mentorship_id, last_message_at, created_at)
select 'direct', mentorship.id, now(), now()
from mentorship
join mentorship_member mentor on mentor.mentorship_id = mentorship.id and mentor.part = 'mentor' and mentor.left_at is null
join mentorship_member mentee on mentee.mentorship_id = mentorship.id and mentee.part = 'mentee' and mentee.left_at is null
where mentorship.ended_at is null and mentorship.group_type = '1toM';
with channel as (
  select id, mentorship_id, row_number() over (partition by mentorship_id order by id) as place
  from chat_channel where kind = 'direct'
), mentee as (
  select mentorship_id, person_id, row_number() over (partition by mentorship_id order by person_id) as place
  from mentorship_member where part = 'mentee' and left_at is null
)
insert into chat_member (channel_id, person_id, joined_at)
select channel.id, who.person_id, now()
from channel
join mentee on mentee.mentorship_id = channel.mentorship_id and mentee.place = channel.place
join mentorship_member mentor on mentor.mentorship_id = channel.mentorship_id and mentor.part = 'mentor' and mentor.left_at is null
cross join lateral (values (mentor.person_id), (mentee.person_id)) as who (person_id);

-- And everybody whose assistant is in use gets theirs.
insert into chat_channel (kind, person_id, last_message_at, created_at)
select 'assistant', experience.person_id, now(), now()
from experience join person on person.id = experience.person_id and person.deleted_at is null
where experience.ai_chat = 'use';
insert into chat_member (channel_id, person_id, joined_at)
select channel.id, who.person_id, now()
from chat_channel channel
cross join lateral (select channel.person_id union select id from person where role = 'ai_assistant') as who (person_id)
where channel.kind = 'assistant';
