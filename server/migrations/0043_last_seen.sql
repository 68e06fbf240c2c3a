-- When somebody was last seen counts every sign-in, also those that have ended; the other index has only open ones. Without this
-- one a page of the list of people read all sign-ins fifty times.
create index sign_in_last_used on sign_in (person_id, last_used_at desc);
