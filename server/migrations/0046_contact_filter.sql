-- What happens to messages that share a way to reach somebody outside of Saathi. Without a row nothing is checked.
create table chat_filter (
  project_id bigint primary key references project (id) on delete cascade,
  mode text not null check (mode in ('off', 'warn', 'hold')),
  changed_by bigint references person (id) on delete set null,
  changed_at timestamptz not null
);
create index chat_filter_changed_by on chat_filter (changed_by);

-- Words that a programme watches for in addition. A version never changes; at most one is in force.
create table chat_filter_rule (
  id bigint generated always as identity primary key,
  project_id bigint not null references project (id) on delete cascade,
  name text not null check (length(name) between 1 and 80),
  active_version integer,
  created_at timestamptz not null
);
create index chat_filter_rule_project on chat_filter_rule (project_id);
create table chat_filter_rule_version (
  rule_id bigint not null references chat_filter_rule (id) on delete cascade,
  version integer not null,
  patterns text[] not null,
  made_by bigint references person (id) on delete set null,
  made_at timestamptz not null,
  -- The replay over past messages, without which no version is switched on.
  replayed_at timestamptz,
  replay_checked integer,
  replay_found integer,
  replay_samples bigint[],
  primary key (rule_id, version)
);
create index chat_filter_rule_version_made_by on chat_filter_rule_version (made_by);

-- Channels cache the filter of their programme, so they must be read again.
create function chat_filter_changed() returns trigger language plpgsql as $$
begin
  update chat_channel set version = version + 1 where id in (
    select channel.id from chat_channel channel
    join mentorship on mentorship.id = channel.mentorship_id
    where mentorship.project_id = coalesce(new.project_id, old.project_id)
    order by channel.id);
  return null;
end $$;
create trigger chat_filter_changed after insert or update or delete on chat_filter
  for each row execute function chat_filter_changed();
create trigger chat_filter_rule_changed after update of active_version or delete on chat_filter_rule
  for each row execute function chat_filter_changed();

-- A message that waits for the team. Once released it is an ordinary message with the same temporary id; the sender reads it here
-- until then.
create table chat_held_message (
  id bigint generated always as identity primary key,
  channel_id bigint not null references chat_channel (id) on delete cascade,
  sender_id bigint not null references person (id) on delete cascade,
  temp_id text not null check (length(temp_id) between 1 and 64),
  body text not null check (length(body) <= 20000),
  file_id uuid references file (id) on delete set null,
  extra jsonb,
  kinds text[] not null,
  held_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'released', 'rejected')),
  decided_by bigint references person (id) on delete set null,
  decided_at timestamptz,
  check ((state = 'waiting') = (decided_at is null)),
  unique (sender_id, channel_id, temp_id)
);
create index chat_held_message_waiting on chat_held_message (id) where state = 'waiting';
create index chat_held_message_channel on chat_held_message (channel_id);
create index chat_held_message_file on chat_held_message (file_id) where file_id is not null;
create index chat_held_message_decided_by on chat_held_message (decided_by);

-- Somebody's own words about a danger, which they show to the team themselves.
alter table safety_report drop constraint safety_report_kind_check,
  add constraint safety_report_kind_check
    check (kind in ('message', 'own_message', 'file', 'answer', 'profile', 'call', 'post'));
