-- What the team did or looked at, when and from where. Rows are added and never changed: each carries a seal over itself and
-- the one before, so that a row that is changed or taken out is noticed.
create table staff_act (
  number bigint primary key,
  at timestamptz not null,
  -- No reference: what someone of the team did outlasts their account.
  staff_id bigint not null,
  call text not null,
  named jsonb not null,
  address text not null,
  seal bytea not null check (length(seal) = 32)
);

-- Both ends of the chain, so that rows missing there are missed as well. `opening` is the seal before the first.
create table staff_act_chain (
  single boolean primary key default true check (single),
  opening bytea not null,
  first_number bigint not null,
  last_number bigint not null
);
insert into staff_act_chain (opening, first_number, last_number) values ('', 1, 0);
