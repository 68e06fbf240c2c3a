-- When a member saw the celebration of their match; it is shown once, on whatever device comes first.
alter table mentorship_member add column celebrated_at timestamptz;
-- Earlier matches are not news.
update mentorship_member set celebrated_at = now();
