-- What somebody is told reaches their devices, too; and who is away gets it by mail, later and together.

-- What a notice is about, such as one conversation: of those that are not read there is one of each.
alter table notice add column topic text check (length(topic) between 1 and 100);
-- Waits to be mailed, in case it is not read in the product before that.
alter table notice add column mail_waits boolean not null default false;
alter table notice add column mailed_at timestamptz;
-- Came in the quiet hours: waits for their end.
alter table notice add column push_waits boolean not null default false;
create unique index notice_topic_once on notice (person_id, topic) where read_at is null;
create index notice_mail_waits on notice (person_id, kind) where mail_waits;
create index notice_push_waits on notice (person_id) where push_waits;
create index notice_mailed on notice (person_id, kind, mailed_at) where mailed_at is not null;

-- What a device is called in the queue, where neither its address nor a hash of it should stand.
alter table device add column id bigint generated always as identity unique;

alter table notice_choice add column by_push boolean not null default true;

-- By India's clock; the end may lie on the next day. Without a row they are the usual ones.
create table notice_quiet_hours (
  person_id bigint primary key references person (id) on delete cascade,
  is_on boolean not null,
  begins time not null,
  ends time not null,
  check (begins <> ends)
);

-- Has been told that something waits there, and has not looked since: nobody is told twice of it.
alter table chat_member add column is_told boolean not null default false;
