-- Every word of the name, the address and its parts, and the digits of the phone number. Not parsed as language: names of any
-- script are found by their first letters.
create function person_words(first_name text, last_name text, email text, phone_number text) returns tsvector
language sql immutable parallel safe
return array_to_tsvector(array_remove(string_to_array(
  regexp_replace(
    lower(normalize(first_name || ' ' || last_name)) || ' ' || email || ' ' || translate(email, '@.-_+', '     ') || ' '
      || regexp_replace(phone_number, '[^0-9]', '', 'g') || ' ' || right(regexp_replace(phone_number, '[^0-9]', '', 'g'), 10),
    '\s+', ' ', 'g'),
  ' '), ''));

alter table person add column words tsvector
  generated always as (person_words(first_name, last_name, email, phone_number)) stored;
create index person_words on person using gin (words);
create index person_by_name on person (lower(first_name), lower(last_name), id) where deleted_at is null;
create index person_by_joined on person (created_at, id) where deleted_at is null;

-- The person an act concerns, so that they can see it. The text of a reason is deleted with the account; the seal covers its
-- hash, so the rest of the act stays provable.
alter table staff_act add column person_id bigint;
alter table staff_act add column reason text;
alter table staff_act add column reason_hash bytea;
create index staff_act_person on staff_act (person_id, number desc) where person_id is not null;

create table staff_note (
  id bigint generated always as identity primary key,
  person_id bigint not null references person (id) on delete cascade,
  written_by bigint references person (id) on delete set null,
  written_at timestamptz not null,
  text text not null check (length(text) between 1 and 2000)
);
create index staff_note_person on staff_note (person_id, id desc);
create index staff_note_written_by on staff_note (written_by);

create table saved_view (
  id bigint generated always as identity primary key,
  person_id bigint not null references person (id) on delete cascade,
  name text not null check (length(name) between 1 and 40),
  query text not null check (length(query) <= 500),
  unique (person_id, name)
);
