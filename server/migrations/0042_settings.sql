-- What administrators set for the whole product. It is read where it is used, so it counts at once on every server.
alter table system_setting
  -- Shown while the product is closed: what is being done, and when it should be open again.
  add column maintenance_message text not null default '' check (length(maintenance_message) <= 300),
  add column maintenance_until timestamptz,
  -- Name and address of the sender of mails; null for that of the environment.
  add column sent_from text check (length(sent_from) <= 320);

-- How long a kind of data is stored, where it differs from the default.
create table retention_setting (
  kind text primary key,
  days integer not null check (days > 0)
);
