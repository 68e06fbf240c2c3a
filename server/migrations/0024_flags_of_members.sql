-- Until now sign-up set chat and calls with a partner to 'off', and nothing ever opened them. A flag that staff have set for a
-- person stays as they set it.
create temporary view set_by_staff as
select distinct (named -> 'params' ->> 'personId')::bigint as person_id, flag.name
from staff_act cross join lateral jsonb_object_keys(named -> 'body') as flag (name)
where call = 'PUT /api/v2/staff/people/:personId/flags/' and jsonb_typeof(named -> 'body') = 'object';

create temporary view in_mentorship as
select distinct person_id from mentorship_member where left_at is null;

update experience set mentorship_chat = case when person_id in (table in_mentorship) then 'use' else 'show' end
where (mentorship_chat = 'off' or mentorship_chat = 'show' and person_id in (table in_mentorship))
  and (person_id, 'mentorshipChat') not in (table set_by_staff);

update experience set video = case when person_id in (table in_mentorship) then 'use' else 'show' end
where (video = 'off' or video = 'show' and person_id in (table in_mentorship))
  and (person_id, 'video') not in (table set_by_staff);

-- The assistant is available from the first day, and it needs the chat.
update experience set chattype = 'use'
where chattype = 'show' and (person_id, 'chattype') not in (table set_by_staff);

update experience set curriculum = 'use'
where curriculum = 'show' and person_id in (table in_mentorship) and (person_id, 'curriculum') not in (table set_by_staff);

drop view set_by_staff;
drop view in_mentorship;
