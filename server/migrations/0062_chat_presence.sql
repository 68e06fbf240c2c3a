-- How far a conversation has reached a device of each member (reading it implies that it has), and whether they silenced it:
-- no notification of any kind, and its count does not call for attention.
alter table chat_member
  add column delivered_id bigint not null default 0,
  add column delivered_at timestamptz,
  add column is_quiet boolean not null default false;

-- Who uses chat at the moment, and when somebody last did. Without a row nothing is known, and it may be shown.
create table chat_presence (
  person_id bigint primary key references person (id) on delete cascade,
  is_shown boolean not null default true,
  -- Renewed while a device of theirs is in use, so that it ends by itself if a server stops.
  online_until timestamptz,
  last_active_at timestamptz
);
