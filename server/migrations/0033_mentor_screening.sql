-- What a programme checks before a mentor meets young people. Without rows a mentor is approved by a decision alone.
create table screening_requirement (
  project_id bigint not null references project (id) on delete cascade,
  kind text not null check (kind in ('interview', 'references', 'identity', 'training', 'agreement')),
  primary key (project_id, kind)
);

create table screening_item (
  person_id bigint not null references person (id) on delete cascade,
  kind text not null check (kind in ('interview', 'references', 'identity', 'training', 'agreement')),
  is_passed boolean not null,
  -- Where the proof is: 'call on 3 November, notes in folder 12'.
  evidence text not null check (length(evidence) between 3 and 500),
  decided_by bigint references person (id) on delete set null,
  decided_at timestamptz not null,
  -- The last day on which it counts; null if it does not expire.
  expires_on date,
  primary key (person_id, kind)
);
create index screening_item_decided_by on screening_item (decided_by);
create index screening_item_expiry on screening_item (expires_on) where expires_on is not null;
