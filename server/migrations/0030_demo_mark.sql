-- Set when accounts with a published password are loaded. Production refuses such a database, whatever their addresses are.
alter table system_setting add column has_demo_accounts boolean not null default false;
update system_setting set has_demo_accounts = exists (
  select from person where email like '%@saathi.example' and disabled_at is null and deleted_at is null
);
