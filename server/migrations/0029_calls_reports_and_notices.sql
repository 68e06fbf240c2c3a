-- A call holds the largest group: ten mentees, the mentor and the pair manager.
alter table video_participant drop constraint video_participant_slot_check;
alter table video_participant add constraint video_participant_slot_check check (slot between 1 and 12);
