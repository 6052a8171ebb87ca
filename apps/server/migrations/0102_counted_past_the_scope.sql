-- Two questions about all of an organisation or of everybody, asked by requests that are held to one project: they
-- run as the owner of the tables and answer a number or a name, never a row.
create function bots_in_account(account uuid) returns bigint language sql stable security definer
  set search_path = pg_catalog, public as
  $$ select count(*) from bots b join projects p on p.id = b.project_id where p.account_id = account $$;

-- Whose an id is that somebody wants to give to a new row; null when nobody uses it.
create function project_of_pype(pype uuid) returns uuid language sql stable security definer
  set search_path = pg_catalog, public as
  $$ select project_id from pypes where id = pype $$;
create function project_of_widget(widget uuid) returns uuid language sql stable security definer
  set search_path = pg_catalog, public as
  $$ select p.project_id from widgets w join pypes p on p.id = w.pype_id where w.id = widget $$;
