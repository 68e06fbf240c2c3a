-- A mentorship ends with a farewell: for some days its members can still write to each other, then it closes.
create table farewell (
  id bigint generated always as identity primary key,
  mentorship_id bigint not null references mentorship (id) on delete cascade,
  reason text not null check (reason in ('time_over', 'mentor_stops', 'mentee_stops', 'no_fit')),
  begun_by bigint references person (id) on delete set null,
  begun_at timestamptz not null,
  closes_at timestamptz not null,
  cancelled_at timestamptz,
  -- With the end of the mentorship, which may come earlier.
  closed_at timestamptz,
  check (cancelled_at is null or closed_at is null)
);
create index farewell_mentorship on farewell (mentorship_id);
create unique index farewell_one_open on farewell (mentorship_id) where cancelled_at is null and closed_at is null;
create index farewell_begun_by on farewell (begun_by);

-- The last words of each member, which their partner reads.
create table farewell_words (
  farewell_id bigint not null references farewell (id) on delete cascade,
  person_id bigint not null references person (id) on delete cascade,
  takeaway text not null,
  thanks text not null,
  written_at timestamptz not null,
  primary key (farewell_id, person_id)
);
create index farewell_words_person on farewell_words (person_id);

-- After an end, nobody is matched again before this time.
create table match_rest (
  person_id bigint primary key references person (id) on delete cascade,
  until timestamptz not null
);

-- After a farewell its members can still read the conversation.
alter table chat_channel add column is_read_only boolean not null default false;
create trigger chat_read_only_changed before update of is_read_only on chat_channel
  for each row execute function chat_blackout_changed();

alter table safety_case drop constraint safety_case_source_check;
alter table safety_case add constraint safety_case_source_check check (source in ('report', 'block', 'danger', 'ending'));
