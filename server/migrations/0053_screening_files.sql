-- The proof of a check as a file. It belongs to the mentor: it is exported and erased with their data.
alter table screening_item add column file_id uuid references file (id) on delete set null;
create index screening_item_file on screening_item (file_id) where file_id is not null;
