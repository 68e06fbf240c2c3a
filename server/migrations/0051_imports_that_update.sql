-- Staff may choose that an import also changes people who have an account: their name, cohort and programme.
alter table import_run add column updates_existing boolean not null default false;
alter table import_row drop constraint import_row_outcome_check;
alter table import_row add constraint import_row_outcome_check
  check (outcome in ('create', 'update', 'unchanged', 'skipped', 'refused'));
-- What an update found and what it wrote: undo restores the first while the second is still there.
alter table import_row add column found jsonb;
alter table import_row add column written jsonb;
alter table import_row add constraint import_row_update_check check ((found is null) = (written is null));
