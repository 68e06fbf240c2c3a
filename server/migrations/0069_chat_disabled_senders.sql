-- A disabled account changes who may write, so the channels of that person must be read again. A message that is being written
-- holds the lock of its channel: it is committed before the account is disabled, or refused after it. Without this, each message
-- would have to lock its sender's row.
create function chat_sender_changed() returns trigger language plpgsql as $$
begin
  update chat_channel set version = version + 1 where id in (
    select channel_id from chat_member where person_id = new.id order by channel_id);
  return null;
end $$;
create trigger chat_sender_changed after update of disabled_at, deleted_at on person
  for each row
  when (old.disabled_at is distinct from new.disabled_at or old.deleted_at is distinct from new.deleted_at)
  execute function chat_sender_changed();
