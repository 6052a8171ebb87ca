-- A second net under the access checks (decision 130). A statement that runs as parley_scoped sees, and may write, only
-- rows of the projects and organisations that the request was found to have access to. The server's own role
-- owns the tables and is not held to this.
do $$
begin
  if not exists (select 1 from pg_roles where rolname = 'parley_scoped') then
    create role parley_scoped nologin;
  end if;
exception
  when duplicate_object or unique_violation then null;
  when insufficient_privilege then
    raise notice 'The role parley_scoped could not be created: row-level security stays off until somebody creates it.';
end $$;

-- Null when the statement is not held to projects.
create function scope_projects() returns uuid[] language sql stable parallel safe as
  $$ select nullif(current_setting('parley.projects', true), '')::uuid[] $$;
create function scope_accounts() returns uuid[] language sql stable parallel safe as
  $$ select nullif(current_setting('parley.accounts', true), '')::uuid[] $$;

-- The queue's tables belong to graphile-worker, which lets only their owner in.
create function queue_job(job uuid, run_at timestamptz) returns void language plpgsql security definer
  set search_path = pg_catalog as $$
begin
  perform graphile_worker.add_job('run_job', json_build_object('jobId', job::text), run_at => $2, max_attempts => 1,
    job_key => job::text);
end $$;
revoke execute on function queue_job(uuid, timestamptz) from public;

-- Gives every tenant table its policy; called after each run of migrations, so that a new table has one as well.
-- Answers the tables that are covered, or null when the role is missing.
create function apply_row_security() returns text[] language plpgsql as $$
declare
  -- Rights are computed from the first four. The next two are compared over all projects: an address belongs to one.
  -- The others are searched by words, which PostgreSQL would then do without an index.
  excepted constant text[] := array['user_projects', 'user_project_roles', 'team_account_projects', 'team_project_roles',
    'project_environment_configs', 'domains',
    'history_entries', 'knowledge_words', 'knowledge_terms', 'knowledge_chunks'];
  -- Login methods are inherited and changes below are told above, so these show the line up and down the tree.
  of_account constant text[] := array['audit_log', 'custom_auth_methods', 'account_auth_method_settings'];
  covered text[] := '{}';
  one record;
begin
  if not exists (select 1 from pg_roles where rolname = 'parley_scoped') then return null; end if;
  if not pg_has_role(current_user, 'parley_scoped', 'member') then execute 'grant parley_scoped to current_user'; end if;
  grant usage on schema public to parley_scoped;
  grant select, insert, update, delete on all tables in schema public to parley_scoped;
  -- A request adds to the log and never changes it.
  revoke update, delete on audit_log from parley_scoped;
  grant usage, select on all sequences in schema public to parley_scoped;
  grant execute on function queue_job(uuid, timestamptz) to parley_scoped;

  for one in
    select c.relname::text as name,
      case when c.relname = any(of_account) then
        '(select scope_accounts()) is null or account_id = any((select scope_accounts())::uuid[])
          or exists (select 1 from accounts a where a.id = account_id and a.path && (select scope_accounts())::uuid[])
          or exists (select 1 from accounts s where s.id = any((select scope_accounts())::uuid[]) and account_id = any(s.path))'
      else
        '(select scope_projects()) is null or project_id is null or project_id = any((select scope_projects())::uuid[])'
      end as rule
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> all(excepted)
      and (c.relname = any(of_account) or exists (
        select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'project_id' and not a.attisdropped))
  loop
    perform set_scope_policy(one.name, one.rule);
    covered := covered || one.name;
  end loop;

  -- What belongs to a covered row is as visible as that row.
  loop
    select distinct on (c.relname) c.relname::text as name, a.attname::text as column_name, f.confrelid::regclass::text as parent
      into one
    from pg_constraint f
      join pg_class c on c.oid = f.conrelid
      join pg_class p on p.oid = f.confrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = f.conkey[1]
      join pg_attribute key on key.attrelid = p.oid and key.attnum = f.confkey[1]
    where f.contype = 'f' and cardinality(f.conkey) = 1 and a.attnotnull and key.attname = 'id'
      and c.relnamespace = 'public'::regnamespace and not c.relispartition
      and p.relname = any(covered) and p.relname <> all(of_account)
      and c.relname <> all(covered) and c.relname <> all(excepted)
    order by c.relname, a.attnum limit 1;
    exit when not found;
    perform set_scope_policy(one.name, format(
      '(select scope_projects()) is null or exists (select 1 from %I parent where parent.id = %I.%I)',
      one.parent, one.name, one.column_name));
    covered := covered || one.name;
  end loop;
  return covered;
end $$;

create function set_scope_policy(name text, rule text) returns void language plpgsql as $$
begin
  execute format('alter table %I enable row level security', name);
  execute format('drop policy if exists scope on %I', name);
  execute format('create policy scope on %I to parley_scoped using (%s)', name, rule);
end $$;
