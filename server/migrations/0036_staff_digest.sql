-- How often somebody of the team gets a mail about what waits for them, and the day in India of the last one. Without a row: daily.
create table staff_digest (
  person_id bigint primary key references person (id) on delete cascade,
  rhythm text not null default 'daily' check (rhythm in ('daily', 'weekly', 'off')),
  last_sent_on date
);

-- One notice for each kind of what waits for somebody of the team.
create unique index notice_team on notice (person_id, topic) where kind = 'team';
