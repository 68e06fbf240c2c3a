-- The mail server has refused the address for good, so this mail is not tried again.
alter table mail add column refused_at timestamptz;

-- Addresses that the mail server refused for good. The row goes once a mail to the address is accepted.
create table mail_refusal (
  address text primary key,
  code integer not null check (code between 500 and 599),
  count integer not null check (count > 0),
  last_at timestamptz not null
);
