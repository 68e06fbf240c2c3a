-- Calls. Whoever changes who is in a room, who has agreed or what is recorded there holds the room's row, so that these are of one
-- mind at every moment; the indexes below hold what must never be, also where somebody forgets to.

create table video_room (
  -- Of a planned call the session_uuid of its event.
  id uuid primary key,
  channel_id bigint not null references chat_channel (id) on delete cascade,
  -- Null for a call out of a conversation, which starts when it is created; an event says itself when it starts.
  event_id bigint unique references calendar_event (id) on delete cascade,
  created_by bigint references person (id) on delete set null,
  created_at timestamptz not null,
  -- A later call of the same channel has taken its place.
  closed_at timestamptz,
  is_recording_wanted boolean not null default true,
  -- How many have come in so far; the next one's place in the order is one more.
  last_order integer not null default 0,
  check (event_id is null or closed_at is null)
);
-- Two who call at the same moment are in one call.
create unique index video_room_one on video_room (channel_id) where event_id is null and closed_at is null;
create index video_room_channel on video_room (channel_id, created_at desc);
create index video_room_created_by on video_room (created_by);
create index video_room_created on video_room (created_at);

-- One stay of one person. Its id is what the others know them by.
create table video_participant (
  id uuid primary key,
  room_id uuid not null references video_room (id) on delete cascade,
  person_id bigint not null references person (id) on delete cascade,
  sign_in_id uuid not null,
  slot smallint not null check (slot between 1 and 8),
  join_order integer not null check (join_order > 0),
  -- As the engine calls them, where it has a name of its own.
  engine_participant_id text check (length(engine_participant_id) between 1 and 100),
  can_record boolean not null default false,
  microphone boolean not null default false,
  camera boolean not null default false,
  screen boolean not null default false,
  hand boolean not null default false,
  joined_at timestamptz not null,
  -- The last sign of life.
  seen_at timestamptz not null,
  left_at timestamptz,
  left_reason text check (left_reason in ('left', 'lost', 'replaced', 'removed', 'signed_out')),
  check ((left_at is null) = (left_reason is null)),
  unique (room_id, join_order),
  -- For what names both.
  unique (id, room_id)
);
-- Eight at most, and nobody twice.
create unique index video_participant_slot on video_participant (room_id, slot) where left_at is null;
create unique index video_participant_once on video_participant (room_id, person_id) where left_at is null;
create index video_participant_seen on video_participant (seen_at) where left_at is null;
create index video_participant_person on video_participant (person_id);

-- What was posted, as it was posted: the times are those of people's devices.
create table video_call_event (
  id bigint generated always as identity primary key,
  room_id uuid not null references video_room (id) on delete cascade,
  person_id bigint not null references person (id) on delete cascade,
  event text not null check (event in ('join', 'leave')),
  engine_participant_id text not null check (length(engine_participant_id) between 1 and 100),
  told_at timestamptz not null,
  received_at timestamptz not null
);
create index video_call_event_room on video_call_event (room_id, id);
create index video_call_event_person on video_call_event (person_id);

-- A log: the newest of a person in a room is what counts, and none is ever changed.
create table video_consent (
  id bigint generated always as identity primary key,
  room_id uuid not null references video_room (id) on delete cascade,
  person_id bigint not null references person (id) on delete cascade,
  consent boolean not null,
  -- Of the words that were asked.
  text_version integer not null default 1 check (text_version > 0),
  given_at timestamptz not null
);
create index video_consent_room on video_consent (room_id, person_id, id desc);
create index video_consent_person on video_consent (person_id);

-- One sitting: from the first moment in which it was recorded until the room is empty.
create table video_recording (
  id bigint generated always as identity primary key,
  room_id uuid not null references video_room (id) on delete cascade,
  started_at timestamptz not null,
  ended_at timestamptz,
  state text not null default 'recording' check (state in ('recording', 'making', 'failed', 'ready')),
  -- The one that is to be done next, and what came of trying.
  step text not null default 'seal' check (step in ('seal', 'transcript', 'summary')),
  attempts integer not null default 0,
  last_error text check (length(last_error) <= 500),
  last_tried_at timestamptz,
  -- The words of the recordings themselves where an endpoint has written them down; captions stand in their own table.
  spoken text,
  transcript_file_id uuid references file (id) on delete set null,
  summary_file_id uuid references file (id) on delete set null,
  ready_at timestamptz,
  check ((state = 'recording') = (ended_at is null)),
  check ((state = 'ready') = (ready_at is not null)),
  unique (id, room_id)
);
create unique index video_recording_one on video_recording (room_id) where ended_at is null;
create index video_recording_room on video_recording (room_id);
create index video_recording_undone on video_recording (state) where state <> 'ready';
create index video_recording_transcript on video_recording (transcript_file_id);
create index video_recording_summary on video_recording (summary_file_id);

-- A whole film of its own, by one recorder. The recording goes on in another one after a break, or when this one is full.
create table video_segment (
  id uuid primary key,
  recording_id bigint not null,
  room_id uuid not null,
  number integer not null check (number > 0),
  recorder_id uuid not null,
  started_at timestamptz not null,
  -- When a piece last came: a recorder who falls silent is replaced by another.
  heard_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('whole', 'refused', 'switched_off', 'recorder_left', 'silent')),
  -- What has arrived; nothing is taken that does not begin here.
  next_piece integer not null default 0 check (next_piece >= 0),
  next_offset integer not null default 0 check (next_offset between 0 and 25165824),
  -- Put together from its pieces, which then go; null where nothing arrived.
  file_id uuid references file (id) on delete set null,
  sealed_at timestamptz,
  foreign key (recording_id, room_id) references video_recording (id, room_id) on delete cascade,
  foreign key (recorder_id, room_id) references video_participant (id, room_id) on delete cascade,
  check ((ended_at is null) = (end_reason is null)),
  check (sealed_at is null or ended_at is not null),
  unique (recording_id, number)
);
create unique index video_segment_one on video_segment (recording_id) where ended_at is null;
create index video_segment_recording on video_segment (recording_id, room_id);
create index video_segment_recorder on video_segment (recorder_id, room_id);
create index video_segment_file on video_segment (file_id);

create table video_piece (
  segment_id uuid not null references video_segment (id) on delete cascade,
  number integer not null check (number >= 0),
  bytes bytea not null check (octet_length(bytes) between 1 and 1048576),
  primary key (segment_id, number)
);

-- What was said while it was recorded, as the speaker's own browser understood it.
create table video_caption (
  id bigint generated always as identity primary key,
  recording_id bigint not null references video_recording (id) on delete cascade,
  person_id bigint not null references person (id) on delete cascade,
  body text not null check (length(body) between 1 and 500),
  language_code text not null check (language_code ~ '^[a-z]{2,3}(-[A-Z]{2})?$'),
  said_at timestamptz not null
);
create index video_caption_recording on video_caption (recording_id, id);
create index video_caption_person on video_caption (person_id);

create table video_rating (
  recording_id bigint not null references video_recording (id) on delete cascade,
  person_id bigint not null references person (id) on delete cascade,
  -- Null where it was skipped.
  mark smallint check (mark between 1 and 5),
  rated_at timestamptz not null,
  primary key (recording_id, person_id)
);
create index video_rating_person on video_rating (person_id);
