-- What people change about themselves: their address, and answers they gave in a survey.

alter table one_time_code drop constraint one_time_code_purpose_check;
alter table one_time_code
  add constraint one_time_code_purpose_check check (purpose in ('sign_up', 'reset', 'change_email'));

-- Every change of an address, so that an account that was taken over can be given back.
create table address_change (
  id bigint generated always as identity primary key,
  person_id bigint not null references person (id) on delete cascade,
  from_address text not null,
  to_address text not null,
  -- The browser or phone from which it was changed.
  device text not null,
  changed_at timestamptz not null
);
create index address_change_person on address_change (person_id, id);

comment on table stage_answer is
  'The latest answer to a question. A file''s answer is its id; of a password only that it was given. Answers that are scored stay as they were sent.';
