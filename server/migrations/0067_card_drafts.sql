-- Cards are written at the author's desk too.
alter table draft drop constraint draft_kind_check;
alter table draft add constraint draft_kind_check check (kind in ('session', 'survey', 'post', 'faq', 'card', 'legal'));
