-- The feed, the legal texts, the questions people ask, and cards: words of the programme's team for everybody.

create table feed_post (
  id bigint generated always as identity primary key,
  key text not null unique check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  event text not null check (event in ('post', 'quote')),
  -- Its texts in every language.
  content jsonb not null,
  thumbnail_hash text references programme_media (hash),
  link text check (link ~ '^(https://|/)'),
  -- One that lies ahead is not shown yet.
  published_at timestamptz not null,
  like_count integer not null default 0 check (like_count >= 0),
  click_count integer not null default 0 check (click_count >= 0)
);
create index feed_post_newest on feed_post (published_at desc, id desc);
create index feed_post_newest_of on feed_post (event, published_at desc, id desc);
create index feed_post_thumbnail on feed_post (thumbnail_hash);

create table feed_post_tag (
  post_id bigint not null references feed_post (id) on delete cascade,
  position integer not null check (position > 0),
  tag_key text not null references tag (key),
  primary key (post_id, tag_key)
);
create index feed_post_tag_tag on feed_post_tag (tag_key, post_id);

create table feed_like (
  person_id bigint not null references person (id) on delete cascade,
  post_id bigint not null references feed_post (id) on delete cascade,
  liked_at timestamptz not null,
  primary key (person_id, post_id)
);
create index feed_like_post on feed_like (post_id);

create table feed_click (
  person_id bigint not null references person (id) on delete cascade,
  post_id bigint not null references feed_post (id) on delete cascade,
  clicked_at timestamptz not null,
  primary key (person_id, post_id)
);
create index feed_click_post on feed_click (post_id);

-- The numbers are known outside: 3 privacy policy, 4 terms of service, 6 code of conduct.
create table community_item (
  id integer primary key check (id > 0),
  title jsonb not null,
  content jsonb not null,
  version integer not null check (version > 0),
  updated_at timestamptz not null
);

create table faq_topic (
  id bigint generated always as identity primary key,
  position integer not null unique deferrable initially deferred check (position > 0),
  -- Title, questions and answers in every language.
  content jsonb not null
);

create table card (
  id bigint generated always as identity primary key,
  exp_type text not null check (exp_type in ('internship', 'mentorship')),
  position integer not null check (position > 0),
  image_hash text not null references programme_media (hash),
  link text check (link ~ '^(https://|/)'),
  content jsonb not null,
  unique (exp_type, position) deferrable initially deferred
);
create index card_image on card (image_hash);
