-- The revision of the draft with which a text was translated: a translator cannot give the second yes to it.
alter table draft_translation add column draft_revision integer not null default 0;
