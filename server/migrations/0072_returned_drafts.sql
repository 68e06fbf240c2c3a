-- Who asked for the review that was refused, so that the draft waits for them; until they ask again, publish or discard.
alter table draft add column asked_at timestamptz;
alter table draft add column returned_revision integer;
alter table draft add column returned_to bigint references person (id) on delete set null;
alter table draft add column returned_by bigint references person (id) on delete set null;
alter table draft add column returned_at timestamptz;
create index draft_returned_to on draft (returned_to);
create index draft_returned_by on draft (returned_by);
create index draft_scheduled_for on draft (scheduled_for) where scheduled_for is not null;
