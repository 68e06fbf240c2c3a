-- What becomes of a call: it rings, people talk, one of them stays behind. The server's clock decides all of it.
alter table video_room
  -- Null for a planned call that nobody rang for.
  add column ring_state text check (ring_state in ('ringing', 'answered', 'declined', 'busy', 'unanswered', 'cancelled')),
  add column ring_until timestamptz,
  -- Who rang last: the caller, or somebody who called again from inside the call.
  add column rung_by bigint references person (id) on delete set null,
  -- Set while two or more people are in the call.
  add column together_since timestamptz,
  add column talked_seconds integer not null default 0 check (talked_seconds >= 0),
  -- Set while one person is left behind. The call ends two minutes later.
  add column alone_since timestamptz,
  add column ended_at timestamptz,
  add check ((ring_state is null) = (ring_until is null)),
  add check (together_since is null or alone_since is null);
create index video_room_rung_by on video_room (rung_by);
create index video_room_ringing on video_room (ring_until) where ring_state = 'ringing';
create index video_room_alone on video_room (alone_since) where alone_since is not null;

-- One row for each person a call rings for; without an answer it rings until the room's ring is over.
create table video_ring (
  room_id uuid not null references video_room (id) on delete cascade,
  person_id bigint not null references person (id) on delete cascade,
  rung_at timestamptz not null,
  answer text check (answer in ('joined', 'declined', 'busy')),
  answered_at timestamptz,
  -- The words with which the person declined, as sent to the chat. Null without words.
  words text check (length(words) between 1 and 200),
  check ((answer is null) = (answered_at is null)),
  check (words is null or answer = 'declined'),
  primary key (room_id, person_id)
);
create index video_ring_person on video_ring (person_id);

alter table video_participant drop constraint video_participant_left_reason_check;
alter table video_participant add constraint video_participant_left_reason_check
  check (left_reason in ('left', 'lost', 'replaced', 'removed', 'signed_out', 'alone', 'declined', 'busy', 'unanswered'));
alter table video_segment drop constraint video_segment_end_reason_check;
alter table video_segment add constraint video_segment_end_reason_check
  check (end_reason in ('whole', 'refused', 'switched_off', 'recorder_left', 'silent', 'alone'));

-- Whoever was in a call has not missed its message.
create table chat_call_attended (
  message_id bigint not null references chat_message (id) on delete cascade,
  person_id bigint not null references person (id) on delete cascade,
  primary key (message_id, person_id)
);
create index chat_call_attended_person on chat_call_attended (person_id);

-- Calls that have ended already: from the first who came to the last who left, where at least two did.
update video_room room set ring_state = 'answered', ring_until = room.created_at, ended_at = stays.last_left,
  talked_seconds = greatest(1, extract(epoch from stays.last_left - stays.first_joined))::int
from (
  select room_id, min(joined_at) as first_joined, max(left_at) as last_left
  from video_participant group by room_id
  having count(distinct person_id) > 1 and bool_and(left_at is not null)
) stays
where stays.room_id = room.id and room.event_id is null;

create index chat_message_room on chat_message (room_id) where room_id is not null;
