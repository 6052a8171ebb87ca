-- A turn of a conversation costs the database less (decision 125).

-- Nothing reads these since history has rows of its own, and every message paid for them.
drop index conversation_messages__customer_created;
drop index conversation_turns__customer_created;
drop index conversation_turns__intent;

-- The time of the last word changes with every turn. As long as no index holds it, the new state of a conversation
-- fits beside the old one and no index is written at all. Silent conversations are found by when they began.
drop index conversations__quiet;
create index conversations__open on conversations (started_at) where status <> 'ENDED';
alter table conversations set (fillfactor = 60);

-- One note per statement, however many conversations it moves.
drop trigger conversations__note_change on conversations;
create or replace function note_conversation_change() returns trigger language plpgsql as $$
begin
  insert into conversation_changes (conversation_id)
    select id from changed where not is_test and visitor_message_count > 0;
  return null;
end $$;
create trigger conversations__note_insert after insert on conversations referencing new table as changed
  for each statement execute function note_conversation_change();
create trigger conversations__note_update after update on conversations referencing new table as changed
  for each statement execute function note_conversation_change();
