-- An applet may move to another project, and its older runs stay with the project they ran in. Deleting that project
-- left them behind since their reference to it was dropped; now the deletion takes them along.
delete from applet_runs r where not exists (select 1 from projects p where p.id = r.project_id);
-- Without it each deleted run was looked for in the whole table, as what another one repeats.
create index applet_runs__repeats on applet_runs (retry_of) where retry_of is not null;
