-- When people are busy in their own calendar, without what they do there. Read only while the owner allows it (`busy_since`).

alter table calendar_integration add column busy_since timestamptz;
alter table calendar_integration add column busy_read_at timestamptz;

create table calendar_busy (
  integration_id bigint not null references calendar_integration (id) on delete cascade,
  from_at timestamptz not null,
  until_at timestamptz not null check (until_at > from_at),
  primary key (integration_id, from_at)
);
