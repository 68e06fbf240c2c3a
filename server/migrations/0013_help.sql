-- One conversation with the team for each person; a new message opens a closed one again.
create table help_case (
  id bigint generated always as identity primary key,
  person_id bigint not null unique references person (id) on delete cascade,
  opened_at timestamptz not null,
  closed_at timestamptz,
  last_message_at timestamptz not null,
  -- The last word was the person's: someone of the team owes an answer.
  is_waiting boolean not null,
  read_up_to bigint not null default 0
);
create index help_case_waiting on help_case (last_message_at) where is_waiting and closed_at is null;
create index help_case_latest on help_case (last_message_at desc, id desc);

create table help_message (
  id bigint generated always as identity primary key,
  case_id bigint not null references help_case (id) on delete cascade,
  -- Null once the writer has left.
  sender_id bigint references person (id) on delete set null,
  client_id uuid not null,
  is_from_staff boolean not null,
  body text not null check (length(body) between 1 and 2000),
  sent_at timestamptz not null,
  -- A repeated message is one.
  unique (case_id, sender_id, client_id)
);
create index help_message_case on help_message (case_id, id desc);
create index help_message_sender on help_message (sender_id);
