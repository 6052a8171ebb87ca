-- What a person holds at a place, as role keys and 'member' (decision 003). Functions, because they are asked on
-- every call: a session plans them once, where the bare statements are planned each time.
-- Null when the place does not exist or the person is suspended; empty when they hold nothing there.
create function held_in_account(viewer uuid, account uuid) returns text[] language plpgsql stable as $$
declare
  granting uuid[];
  is_open boolean;
begin
  select a.granting_path, a.granting_path = a.path into granting, is_open from accounts a
  where a.id = account and exists (select 1 from users where id = viewer and status <> 'SUSPENDED');
  if not found then return null; end if;
  return array(
    select 'member' from account_users where is_open and account_id = account and user_id = viewer
    union
    select r.key from account_user_roles g join roles r on r.id = g.role_id
    where g.user_id = viewer and g.account_id = any(granting)
    union
    select r.key from team_members m
      join team_account_roles g on g.team_id = m.team_id and g.account_id = any(granting)
      join roles r on r.id = g.role_id
    where m.user_id = viewer);
end $$;

-- A seat in the account is no assignment to its projects, so 'member' comes from the project alone.
create function held_in_project(viewer uuid, project uuid, out account_id uuid, out held text[]) language plpgsql stable as $$
declare
  granting uuid[];
  is_open boolean;
begin
  select p.account_id, a.granting_path, a.granting_path = a.path into account_id, granting, is_open
  from projects p join accounts a on a.id = p.account_id
  where p.id = project and exists (select 1 from users where id = viewer and status <> 'SUSPENDED');
  if not found then return; end if;
  held := array(
    select r.key from account_user_roles g join roles r on r.id = g.role_id
    where g.user_id = viewer and g.account_id = any(granting)
    union
    select r.key from team_members m
      join team_account_roles g on g.team_id = m.team_id and g.account_id = any(granting)
      join roles r on r.id = g.role_id
    where m.user_id = viewer
    union
    select 'member' from user_projects u where is_open and u.project_id = project and u.user_id = viewer
    union
    select 'member' from team_account_projects t join team_members m on m.team_id = t.team_id
    where is_open and t.project_id = project and m.user_id = viewer
    union
    select r.key from user_project_roles g join roles r on r.id = g.role_id
    where is_open and g.user_id = viewer and g.project_id = project
    union
    select r.key from team_members m
      join team_project_roles g on g.team_id = m.team_id and g.project_id = project
      join roles r on r.id = g.role_id
    where is_open and m.user_id = viewer);
end $$;
