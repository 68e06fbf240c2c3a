-- An act is recorded before it is done. If it is then refused, a second act says so: `named` has the number of the first.
create unique index staff_act_refused on staff_act (((named ->> 'refused')::bigint)) where named ? 'refused';
