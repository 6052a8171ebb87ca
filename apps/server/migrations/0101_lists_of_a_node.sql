-- Readers walk these as lists: no row may hold anything else.
alter table pro_studio_nodes
  add constraint pro_studio_nodes__next_nodes_list check (jsonb_typeof(next_nodes) = 'array'),
  add constraint pro_studio_nodes__variables_list check (jsonb_typeof(variables) = 'array');
