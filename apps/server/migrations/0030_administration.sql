-- Which roles count in an account: its path from the root down, cut above the first suspended account (decision 022).
alter table accounts add column granting_path uuid[] not null default '{}';
update accounts set granting_path = path;

create function accounts_granting_path(of_path uuid[]) returns uuid[] language sql stable as $$
  select of_path[1:coalesce((
    select min(step.position) - 1 from unnest(of_path) with ordinality as step (id, position)
    join accounts a on a.id = step.id where a.status = 'SUSPENDED'), cardinality(of_path))::integer]
$$;

create function accounts_keep_granting_path() returns trigger language plpgsql as $$
begin
  update accounts set granting_path = accounts_granting_path(path) where path @> array[new.id];
  return null;
end $$;
create trigger accounts_granting_path after insert or update of status, path on accounts
  for each row execute function accounts_keep_granting_path();

-- People are found by the domain of their address before they have signed in.
create index accounts__general_settings on accounts using gin (general_settings jsonb_path_ops);

-- Login methods a person has linked, beside those the provider knows by itself.
create table user_auth_methods (
  user_id uuid not null references users (id) on delete cascade,
  account_auth_method_settings_id uuid not null references account_auth_method_settings (id) on delete cascade,
  is_creation_one boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (user_id, account_auth_method_settings_id)
);
create index user_auth_methods__setting on user_auth_methods (account_auth_method_settings_id);

-- A top organisation states its login methods; those below it inherit them until they state their own.
insert into account_auth_method_settings (id, account_id, auth_method_id, is_default)
select gen_random_uuid(), a.id, m.id, m.provider_id = 'password'
from accounts a cross join default_auth_methods m where a.parent_id is null
on conflict do nothing;

alter table custom_auth_methods add column client_secret_set_at timestamptz;
alter table custom_auth_methods add column client_secret_hint text;

alter table users add column password_recovery_updated_at timestamptz;
create index account_users__account_created on account_users (account_id, created_at desc);
create index audit_log__action on audit_log (account_id, action);
create index jobs__kind on jobs (kind, created_at desc);

-- Every grant of a role to a person with the path it comes by; project_id is null for roles held in an account.
create view role_grants as
  select user_id, account_id, null::uuid as project_id, role_id, null::uuid as team_id from account_user_roles
  union all
  select m.user_id, g.account_id, null, g.role_id, g.team_id
  from team_account_roles g join team_members m on m.team_id = g.team_id
  union all
  select g.user_id, p.account_id, g.project_id, g.role_id, null
  from user_project_roles g join projects p on p.id = g.project_id
  union all
  select m.user_id, p.account_id, g.project_id, g.role_id, g.team_id
  from team_project_roles g join team_members m on m.team_id = g.team_id join projects p on p.id = g.project_id;
