-- People who go through a programme together. Members who sign up from the first day of a cohort's sign-up until that of
-- the next one join it.
create table cohort (
  id bigint generated always as identity primary key,
  project_id bigint not null references project (id) on delete cascade,
  name text not null check (length(name) between 1 and 80),
  sign_up_from date not null,
  starts_on date not null,
  ends_on date not null,
  check (sign_up_from <= starts_on and starts_on < ends_on),
  unique (project_id, name),
  -- For the foreign keys below: a cohort and a person belong to the same programme.
  unique (id, project_id)
);

alter table person add column cohort_id bigint;
alter table person add foreign key (cohort_id, project_id) references cohort (id, project_id);
create index person_cohort on person (cohort_id, project_id);

alter table institution
  -- Whoever signs up with the code joins this cohort, whatever the date.
  add column cohort_id bigint,
  -- How many people may sign up with the code; null for any number.
  add column places integer check (places > 0),
  -- The last day on which the code is accepted, in India.
  add column ends_on date,
  add foreign key (cohort_id, project_id) references cohort (id, project_id);
create index institution_cohort on institution (cohort_id, project_id);
create index institution_project on institution (project_id);
create index person_institution on person (institution_code) where institution_code is not null;

-- The languages in which a programme is run; the first is that of invitations. Empty for all that the product offers.
alter table project add column languages text[] not null default '{}';
