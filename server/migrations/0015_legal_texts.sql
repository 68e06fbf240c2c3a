-- Each of the three texts everybody agrees to has its version; a material change of any asks everybody again.
alter table system_setting
  add column privacy_version integer not null default 1 check (privacy_version > 0),
  add column conduct_version integer not null default 1 check (conduct_version > 0);

alter table consent drop constraint consent_kind_check;
alter table consent add constraint consent_kind_check check (kind in ('terms', 'privacy', 'conduct', 'declaration'));

comment on column person.agreed_terms_version is 'The edition of the three texts together: versions only rise, so their sum tells them apart.';
