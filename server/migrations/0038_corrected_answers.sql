-- A member of staff corrected a survey answer; the person sees both values. Null: there was no answer.
create table answer_correction (
  id bigint generated always as identity primary key,
  person_id bigint not null references person (id) on delete cascade,
  stage_id bigint not null references survey_stage (id),
  question_key text not null,
  before jsonb,
  after jsonb,
  reason text not null check (length(reason) between 3 and 200),
  corrected_by bigint references person (id) on delete set null,
  corrected_at timestamptz not null
);
create index answer_correction_person on answer_correction (person_id, id desc);
create index answer_correction_stage on answer_correction (stage_id);
create index answer_correction_corrected_by on answer_correction (corrected_by);
