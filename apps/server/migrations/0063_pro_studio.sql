-- Pro Studio: the flow of a solution version, and what the server last synced and validated of it.
create table pro_studio_versions (
  solution_version_id uuid primary key references solution_versions (id) on delete cascade,
  project_pro_studio_setting_id uuid not null references project_pro_studio_settings (id) on delete cascade,
  last_server_sync timestamptz,
  last_server_sync_hash integer,
  last_server_sync_error text[] not null default '{}',
  last_server_validation timestamptz,
  last_server_validation_hash integer,
  last_server_validation_messages text[] not null default '{}'
);

create table pro_studio_nodes (
  solution_version_id uuid not null references solution_versions (id) on delete cascade,
  id text not null check (length(id) between 1 and 100),
  node_name text not null,
  node_number integer not null,
  node_type text not null,
  node_tags text[] not null,
  "order" integer not null,
  last_modified timestamptz not null default now(),
  message text not null,
  intent text not null,
  command text not null,
  behaviors jsonb not null,
  description text not null,
  css_classname text not null,
  rich_asset_content jsonb not null,
  rich_asset_type text not null,
  decision_variable text not null,
  next_nodes jsonb not null,
  node_input jsonb not null,
  parameter_input jsonb not null,
  output text not null,
  variables jsonb not null,
  whats_next text not null,
  answer_required boolean not null,
  nlu_disabled boolean not null,
  analytics_event text not null,
  platform_flag text not null,
  skill_tag text not null,
  -- Counts the edits of this node: an edit based on an older count is refused.
  revision integer not null default 1,
  modified_by uuid,
  primary key (solution_version_id, id)
);

-- Who deleted a node and when, for the person who was editing it.
create table pro_studio_deleted_nodes (
  solution_version_id uuid not null references solution_versions (id) on delete cascade,
  id text not null,
  deleted_by uuid,
  deleted_at timestamptz not null default now(),
  primary key (solution_version_id, id)
);

create table pro_studio_presence (
  solution_version_id uuid not null references solution_versions (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  -- One per open tab.
  client_id text not null check (length(client_id) between 1 and 64),
  node_ids text[] not null default '{}',
  seen_at timestamptz not null default now(),
  primary key (solution_version_id, user_id, client_id)
);
