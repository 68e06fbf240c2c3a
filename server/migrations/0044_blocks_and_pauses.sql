-- Somebody wants nothing more to do with somebody else. Both are kept apart; only the first knows of it.
create table person_block (
  person_id bigint not null references person (id) on delete cascade,
  blocked_id bigint not null references person (id) on delete cascade,
  blocked_at timestamptz not null,
  primary key (person_id, blocked_id),
  check (person_id <> blocked_id)
);
create index person_block_blocked on person_block (blocked_id);

-- The team keeps somebody from writing; null has no end.
create table chat_mute (
  person_id bigint primary key references person (id) on delete cascade,
  until timestamptz
);
-- The team has paused the conversation until it opens it again.
alter table chat_channel add column is_paused boolean not null default false;

-- Blocks, mutes and pauses change who may write, so cached channels must be read again. A message that is being written holds
-- the lock of its channel: it is committed before the block, or refused after it.
create function person_block_changed() returns trigger language plpgsql as $$
begin
  update chat_channel set version = version + 1 where id in (
    select one.channel_id from chat_member one
    join chat_member other on other.channel_id = one.channel_id
    where one.person_id = coalesce(new.person_id, old.person_id) and other.person_id = coalesce(new.blocked_id, old.blocked_id)
    order by one.channel_id);
  return null;
end $$;
create trigger person_block_changed after insert or delete on person_block
  for each row execute function person_block_changed();

create function chat_mute_changed() returns trigger language plpgsql as $$
begin
  update chat_channel set version = version + 1 where id in (
    select channel_id from chat_member where person_id = coalesce(new.person_id, old.person_id));
  return null;
end $$;
create trigger chat_mute_changed after insert or update or delete on chat_mute
  for each row execute function chat_mute_changed();

create trigger chat_pause_changed before update of is_paused on chat_channel
  for each row execute function chat_blackout_changed();

-- A look at somebody's data that they learn of later: while a case about them is undecided, it would tell them of the report.
-- `until` is null while nobody knows when.
create table look_delay (
  person_id bigint not null references person (id) on delete cascade,
  case_id bigint not null,
  until timestamptz,
  primary key (person_id, case_id)
);
