-- What was published, whole, each time: to see what has changed since, and to bring back a part.
create table publication (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('session', 'survey', 'post', 'faq', 'card', 'legal')),
  key text not null,
  version integer not null check (version > 0),
  -- 'folder': it was there before somebody changed it at the desk.
  way text not null check (way in ('version', 'wording', 'folder')),
  parts jsonb not null,
  -- Nobody for a folder, and for what was published at its time.
  published_by bigint references person (id) on delete set null,
  published_at timestamptz not null
);
create index publication_of on publication (kind, key, id desc);
create index publication_published_by on publication (published_by);

-- What drafts were taken from, or last published as.
insert into publication (kind, key, version, way, parts, published_at)
select kind, key, case when kind = 'session' then greatest(base_version, 1) else 1 end, 'folder', published_parts, changed_at
from draft where published_parts is not null;
