-- Searches ignore joiners and other invisible characters, because people write the same name with and without them, above all
-- in Kannada and Telugu, and characters that only look like others. As `searchForm` in the contract.
create function search_form(text text) returns text
language sql immutable parallel safe
return lower(normalize(
  regexp_replace(text, '[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe00-\ufe0f\ufeff]', '', 'g'), nfkc));

create or replace function person_words(first_name text, last_name text, email text, phone_number text) returns tsvector
language sql immutable parallel safe
return array_to_tsvector(array_remove(string_to_array(
  regexp_replace(
    search_form(first_name || ' ' || last_name) || ' ' || email || ' ' || translate(email, '@.-_+', '     ') || ' '
      || regexp_replace(phone_number, '[^0-9]', '', 'g') || ' ' || right(regexp_replace(phone_number, '[^0-9]', '', 'g'), 10),
    '\s+', ' ', 'g'),
  ' '), ''));

-- The words are stored: an update of a column they are made of makes them again.
update person set first_name = first_name where words <> person_words(first_name, last_name, email, phone_number);
