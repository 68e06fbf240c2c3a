/** Tables and rows that a careless copy would change, refuse or load in the wrong order. */
export const hostileValues = String.raw`
create table hostile (
  id bigint generated always as identity primary key,
  said text,
  big numeric, exact bigint, near double precision, small real,
  at timestamptz, local timestamp, day date, clock time, span interval,
  bytes bytea, doc jsonb, plain json, words text[], grid int[][], flag boolean,
  address inet, key uuid,
  doubled bigint generated always as (exact / 2) stored,
  parent_id bigint references hostile (id),
  place int unique deferrable initially deferred
);
create table "order" ("select" int primary key, "user" text not null);
create table chicken (id int primary key, egg_id int not null);
create table egg (id int primary key, chicken_id int not null references chicken (id));
alter table chicken add foreign key (egg_id) references egg (id) deferrable initially deferred;
create sequence lonely increment by 7 start 1000;
create sequence untouched;
create function shout() returns trigger language plpgsql as $$ begin new.said := new.said || '!'; return new; end $$;
create trigger shouting before insert on hostile for each row execute function shout();
insert into language (code, name, is_active, is_default) values ('ml', 'മലയാളം', false, false);
`

export const hostileRows = String.raw`
insert into hostile (said, big, exact, near, small, at, local, day, clock, span, bytes, doc, plain, words, grid, flag, address, key, place)
values
  (E'tab\there\nnew\r\nline \\ back\\N slash \\. "double" ''single'' \u200D 👩🏽‍🎓 नमस्ते \u202E \x01\x7f', 1e-300, 9223372036854775807,
   5e-324, 1.1754944e-38, '2026-11-15 03:37:40.123456+05:30', '0044-03-15 BC', 'infinity', '23:59:59.999999', '-1 year 3 days -04:05:06.789',
   '\x000aff5c2e0d', '{"a":[1,2.50,"\\u00e9\n"],"n":null,"big":12345678901234567890.12345}', '{ "kept" :  1, "kept":2 }',
   array['', null, 'NULL', '{', '"', ',', E'\n', '\'], '{{1,2},{3,null}}', true, '2001:db8::/32', gen_random_uuid(), 1),
  ('', 'NaN', -9223372036854775808, 'NaN', '-Infinity', '-infinity', 'infinity', '4713-01-01 BC', '00:00', '0',
   '', '""', '""', '{}', '{}', false, '10.0.0.1/8', null, 2),
  (null, null, null, '-0', '-0', null, null, null, null, null, null, 'null', null, null, null, null, null, null, null),
  (E'\\.', 123456789012345678901234567890.000100, 0, 0.1, 0.1, '1901-12-13 20:45:52.000001+00', null, '0001-01-01', '24:00', 'PT0.000001S',
   decode(repeat('00ff', 50000), 'hex'), '{}', null, '{NULL}', null, null, null, null, 3),
  (repeat('लंबा ', 100000), 0, 1, 1, 1, now(), now(), now(), now(), '1 month', null, '[]', null, null, null, null, null, null, 4);
update hostile set parent_id = (select max(id) from hostile) where id = 1;
update hostile set said = '' where id = 2;
insert into hostile (said) values ('gone');
delete from hostile where id = 6;
insert into "order" values (1, 'x''; drop table person; --');
begin; insert into chicken values (1, 1); insert into egg values (1, 1); commit;
select nextval('lonely'), nextval('lonely');
update language set name = 'changed after the migration' where code = 'ta';
`
