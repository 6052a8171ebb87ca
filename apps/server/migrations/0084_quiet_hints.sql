-- NOTIFY makes committing transactions wait for one another. Messages of conversations come by the hundred in a
-- second: for them the server itself wakes the readers up, once for many.
drop trigger outbox_wake_up on outbox;
create or replace function outbox_notify() returns trigger language plpgsql as $$
begin
  if exists (select 1 from added where topic <> 'conversation-message') then
    notify outbox;
  end if;
  return null;
end $$;
create trigger outbox_wake_up after insert on outbox referencing new table as added
  for each statement execute function outbox_notify();
