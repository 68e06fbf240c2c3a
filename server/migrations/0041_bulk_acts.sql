-- One act of staff on many people. Its list is fixed before it starts: people who join later are not in it.
create table bulk_act (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('invite', 'sign_out', 'block', 'unblock', 'feature')),
  feature text,
  permission text check (permission in ('use', 'show', 'off')),
  reason text not null check (length(reason) between 3 and 200),
  -- Everyone a filter found, or people chosen one by one.
  is_filtered boolean not null,
  made_by bigint not null references person (id) on delete cascade,
  made_at timestamptz not null,
  -- Where it was started from, for the record of acts.
  ip text not null,
  state text not null default 'draft' check (state in ('draft', 'waiting', 'running', 'done', 'stopped')),
  -- What is mailed waits ten minutes.
  starts_at timestamptz,
  ended_at timestamptz,
  -- Null for a right that has ended.
  stopped_by bigint references person (id) on delete set null,
  is_right_over boolean not null default false,
  check ((kind = 'feature') = (feature is not null)),
  check ((feature is null) = (permission is null)),
  check ((state = 'draft') = (starts_at is null)),
  check ((state in ('done', 'stopped')) = (ended_at is not null))
);
create index bulk_act_made_by on bulk_act (made_by, id desc);
create index bulk_act_stopped_by on bulk_act (stopped_by);

create table bulk_act_person (
  bulk_act_id bigint not null references bulk_act (id) on delete cascade,
  person_id bigint not null references person (id) on delete cascade,
  -- Null while the person waits for it.
  outcome text check (outcome in ('done', 'left_out')),
  -- Why the person is left out.
  why text,
  primary key (bulk_act_id, person_id),
  check ((outcome is not distinct from 'left_out') = (why is not null))
);
create index bulk_act_person_person on bulk_act_person (person_id);
create index bulk_act_person_next on bulk_act_person (bulk_act_id, person_id) where outcome is null;
