-- Messages and turns are written by the statement that moves their conversation, and so holds its row: asking for each
-- of them whether the conversation exists was a quarter of what a turn costs the database (decision 221). A trigger
-- removes those of conversations that are deleted.
alter table conversation_messages drop constraint conversation_messages_conversation_id_fkey;
alter table conversation_turns drop constraint conversation_turns_conversation_id_fkey;
create function delete_words_of_conversations() returns trigger language plpgsql as $$
begin
  delete from conversation_messages where conversation_id in (select id from gone);
  delete from conversation_turns where conversation_id in (select id from gone);
  return null;
end $$;
create trigger conversations__words after delete on conversations referencing old table as gone
  for each statement execute function delete_words_of_conversations();
