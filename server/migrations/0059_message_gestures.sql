-- Replies, reactions, edits and deletions of chat messages.
alter table chat_message
  add column reply_to_id bigint references chat_message (id) on delete set null,
  -- Counts edits, reactions and the deletion, so that of two copies the newer one is known.
  add column version int not null default 0,
  add column changed_at timestamptz,
  add column edited_at timestamptz,
  -- By its sender. The words are gone as in every redacted message, and kept as a version.
  add column deleted_at timestamptz,
  add constraint chat_message_deleted_is_redacted check (deleted_at is null or redacted_at is not null);
create index chat_message_reply on chat_message (reply_to_id) where reply_to_id is not null;
create index chat_message_changed on chat_message (channel_id, changed_at) where changed_at is not null;

alter table chat_held_message add column reply_to_id bigint;

-- What an edited or deleted message said before. Only the safety desk and the export of its writer read it.
create table chat_message_version (
  id bigint generated always as identity primary key,
  message_id bigint not null references chat_message (id) on delete cascade,
  body text not null,
  extra jsonb,
  written_at timestamptz not null,
  replaced_at timestamptz not null
);
create index chat_message_version_message on chat_message_version (message_id);

create table chat_reaction (
  message_id bigint not null references chat_message (id) on delete cascade,
  person_id bigint not null references person (id) on delete cascade,
  emoji text not null check (length(emoji) between 1 and 32),
  reacted_at timestamptz not null,
  primary key (message_id, person_id)
);
create index chat_reaction_person on chat_reaction (person_id);
