-- Steps also play sound recordings and videos. Like pictures they are in every backup, and in the transaction that loads a programme.
alter table programme_media drop constraint programme_media_type_check;
alter table programme_media add constraint programme_media_type_check check (
  type in (
    'image/svg+xml', 'image/png', 'image/jpeg', 'image/webp',
    'audio/mpeg', 'audio/mp4', 'audio/webm', 'video/mp4', 'video/webm'
  )
);
-- Not compressed, so that a part of a recording is read without the rest.
alter table programme_media alter column bytes set storage external;
