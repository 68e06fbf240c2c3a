-- What colleagues say about a draft.
create table draft_comment (
  id bigint generated always as identity primary key,
  draft_id bigint not null references draft (id) on delete cascade,
  body text not null check (length(body) between 1 and 2000),
  written_by bigint references person (id) on delete set null,
  written_at timestamptz not null,
  done_at timestamptz
);
create index draft_comment_draft on draft_comment (draft_id, id);
create index draft_comment_written_by on draft_comment (written_by);
