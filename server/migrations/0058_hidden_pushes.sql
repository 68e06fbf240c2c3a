-- A device whose screen others may see shows only that there is a notice, not what it says.
alter table device add column hides_content boolean not null default false;
