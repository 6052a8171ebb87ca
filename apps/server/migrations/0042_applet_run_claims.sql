-- Which runs wait or are under way, many per row: a claim is due when its runs may start, or when the server that
-- holds them has fallen silent. No index of applet_runs depends on a run's state, so that finishing one rewrites no index.
create table applet_run_claims (
  id uuid primary key,
  run_ids uuid[] not null,
  due_at timestamptz not null
);
create index applet_run_claims__due on applet_run_claims (due_at);
insert into applet_run_claims (id, run_ids, due_at)
select gen_random_uuid(), array_agg(id), now() from applet_runs where status in ('QUEUED', 'RUNNING') having count(*) > 0;

drop index applet_runs__queue;
drop index applet_runs__failed;
-- The unique key begins with the instance, and a list of one instance is short of its environment's.
drop index applet_runs__instance;
alter table applet_runs drop column lease_until, drop column run_at;
alter table applet_runs set (fillfactor = 60);
