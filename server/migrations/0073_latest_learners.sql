-- The author's desk counts the latest people of each session and quiz, not all of them.
create index quiz_attempt_first on quiz_attempt (quiz_id, id desc) where number = 1;
create index session_progress_started on session_progress (version_id, started_at desc);
