-- A call holds the largest group: ten mentees, the mentor and the pair manager.
alter table video_participant drop constraint video_participant_slot_check;
alter table video_participant add constraint video_participant_slot_check check (slot between 1 and 12);

-- What went wrong in browsers, the same failure once with its count. No column says who it was.
create table client_error (
  -- Of everything that makes two reports the same.
  fingerprint bytea primary key check (length(fingerprint) = 32),
  kind text not null check (length(kind) between 1 and 20),
  route text not null check (length(route) <= 120),
  name text not null check (length(name) <= 60),
  message text not null check (length(message) <= 500),
  version text not null check (length(version) <= 60),
  count bigint not null default 1 check (count > 0),
  first_at timestamptz not null,
  last_at timestamptz not null
);
create index client_error_last on client_error (last_at desc);
