-- A programme says with which sessions newcomers begin; those without a place come after them.
alter table session add column first_place integer check (first_place > 0);
