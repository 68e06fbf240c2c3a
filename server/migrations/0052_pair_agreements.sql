-- How often a pair or group meets. A proposal is open, accepted, or closed without being accepted.
create table pair_agreement (
  id bigint generated always as identity primary key,
  mentorship_id bigint not null references mentorship (id) on delete cascade,
  proposed_by bigint not null references person (id) on delete cascade,
  meetings_per_month integer not null check (meetings_per_month between 1 and 12),
  proposed_at timestamptz not null,
  accepted_at timestamptz,
  closed_at timestamptz,
  check (accepted_at is null or closed_at is null)
);
create unique index pair_agreement_one_open on pair_agreement (mentorship_id, proposed_by)
  where accepted_at is null and closed_at is null;
create index pair_agreement_person on pair_agreement (proposed_by);
