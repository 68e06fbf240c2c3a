-- Who may say what in a channel is remembered by every server. What is remembered has this number: where it is another by now, it
-- is read again before anything is written. Whoever changes members or times need not think of it.
alter table chat_channel add column version bigint not null default 0;

create function chat_member_changed() returns trigger language plpgsql as $$
begin
  update chat_channel set version = version + 1 where id = coalesce(new.channel_id, old.channel_id);
  return null;
end $$;
create trigger chat_member_changed after insert or delete or update of is_active, is_pair_manager on chat_member
  for each row execute function chat_member_changed();

create function chat_blackout_changed() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger chat_blackout_changed before update of blackout_until on chat_channel
  for each row execute function chat_blackout_changed();

create function chat_quiet_hours_changed() returns trigger language plpgsql as $$
begin
  update chat_channel set version = version + 1
  from mentorship
  where mentorship.id = chat_channel.mentorship_id and mentorship.project_id in (new.project_id, old.project_id);
  return null;
end $$;
create trigger chat_quiet_hours_changed after insert or update or delete on chat_quiet_hours
  for each row execute function chat_quiet_hours_changed();

-- Each message costs one entry in each index: as few of them as what is asked for needs. One serves both to find what was sent
-- before and what somebody has ever said; without a temporary id nothing is the same as anything.
drop index chat_message_once;
drop index chat_message_sender;
create unique index chat_message_once on chat_message (sender_id, channel_id, temp_id);
drop index chat_message_file;
create index chat_message_file on chat_message (file_id) where file_id is not null;
-- Words are sorted in by the hundred instead of one by one; a search also reads the few that wait for it.
alter index chat_message_words set (fastupdate = on, gin_pending_list_limit = 512);
