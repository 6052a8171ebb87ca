-- Servers that tell one another through another engine say so in their connections: then no NOTIFY is needed, which
-- makes commits wait for one another.
create or replace function outbox_notify() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('parley.hints', true), '') <> 'off'
    and exists (select 1 from added where topic <> 'conversation-message') then
    notify outbox;
  end if;
  return null;
end $$;
