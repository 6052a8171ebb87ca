-- Each new run asked whether its applet exists, which the statement that accepts it knows already: it reads the applet
-- and holds it until the run is written (decision 220). What the key did besides, a trigger does for all applets of a
-- statement at once.
alter table applet_runs drop constraint applet_runs_applet_instance_id_fkey;
create function delete_runs_of_applets() returns trigger language plpgsql as $$
begin
  delete from applet_runs where applet_instance_id in (select id from gone);
  return null;
end $$;
create trigger applet_instances__runs after delete on applet_instances referencing old table as gone
  for each statement execute function delete_runs_of_applets();
