alter table person drop constraint person_role_check;
alter table person add constraint person_role_check check (role in (
  'Mentee', 'Mentor', 'GroupMentee', 'GroupMentor',
  'Admin', 'ProgramManager', 'PairManager', 'Author', 'SafeguardingLead', 'Viewer', 'ai_assistant'));

-- What a staff account may do: a role, for one project or (null) for all, until a time or without end.
create table staff_right (
  id bigint generated always as identity primary key,
  person_id bigint not null references person (id) on delete cascade,
  role text not null check (role in ('Admin', 'ProgramManager', 'PairManager', 'Author', 'SafeguardingLead', 'Viewer')),
  project_id bigint references project (id) on delete cascade,
  until timestamptz,
  -- Null for rights that came with the account.
  given_by bigint references person (id) on delete set null,
  given_at timestamptz not null,
  ended_at timestamptz,
  ended_by bigint references person (id) on delete set null,
  -- An administrator is responsible for the whole instance.
  check (role <> 'Admin' or project_id is null),
  check (until > given_at),
  check (ended_by is null or ended_at is not null)
);
create unique index staff_right_once on staff_right (person_id, role, project_id) nulls not distinct where ended_at is null;
create index staff_right_project on staff_right (project_id);
create index staff_right_given_by on staff_right (given_by);
create index staff_right_ended_by on staff_right (ended_by);

-- Until now a staff account could do everything that its role allows, in every project.
insert into staff_right (person_id, role, given_at)
select id, role, created_at from person
where role in ('Admin', 'ProgramManager', 'PairManager', 'Author', 'SafeguardingLead');
