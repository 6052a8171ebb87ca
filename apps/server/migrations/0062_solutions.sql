-- LLM agent solutions, their versions, releases and publish gates.
create table solutions (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  project_pro_studio_setting_id uuid not null references project_pro_studio_settings (id) on delete cascade,
  -- The bot it compiles into; made by the first sync or publish.
  bot_id uuid references bots (id) on delete set null,
  name text not null check (length(name) between 1 and 120),
  settings jsonb not null default '{}',
  version integer not null default 1,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid
);
create unique index solutions__setting_name on solutions (project_pro_studio_setting_id, lower(name));
create index solutions__project on solutions (project_id);
create index solutions__bot on solutions (bot_id);

create table solution_versions (
  id uuid primary key,
  solution_id uuid not null references solutions (id) on delete cascade,
  number integer not null,
  bot_version_id uuid references bot_versions (id) on delete set null,
  brand_name text not null default '',
  supervisor_name text not null default '',
  tone text not null default '',
  knowledge_agent_context text not null default '',
  other_information text not null default '',
  fallback_message text not null default '',
  llm_credential_id uuid references llm_credentials (id),
  max_output_tokens integer,
  temperature real,
  top_k integer,
  top_p real,
  -- [{id, name, description}]
  tasks jsonb not null default '[]',
  -- [{name, description, parameters, method, url}]: what the model may call besides tasks and knowledge.
  tools jsonb not null default '[]',
  note text not null default '',
  based_on uuid references solution_versions (id) on delete set null,
  -- Set at the first publish; nothing changes after it.
  published_at timestamptz,
  -- The version each field was last changed at: edits of different fields never collide.
  field_versions jsonb not null default '{}',
  version integer not null default 1,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid,
  unique (solution_id, number)
);
create index solution_versions__credential on solution_versions (llm_credential_id);
create index solution_versions__bot_version on solution_versions (bot_version_id);

create table solution_version_files (
  solution_version_id uuid not null references solution_versions (id) on delete cascade,
  file_id uuid not null references knowledge_files (file_id),
  position integer not null,
  primary key (solution_version_id, file_id)
);
create index solution_version_files__file on solution_version_files (file_id);

create table solution_releases (
  id uuid primary key,
  solution_id uuid not null references solutions (id) on delete cascade,
  solution_version_id uuid not null references solution_versions (id) on delete cascade,
  bot_version_id uuid not null references bot_versions (id) on delete cascade,
  environment text not null references environments (name),
  is_current boolean not null default true,
  is_rollback boolean not null default false,
  note text not null default '',
  -- [{name, passed, required, message}], as they stood at that moment.
  checks jsonb not null default '[]',
  is_forced boolean not null default false,
  -- When the caller of publish confirmed it (afterSolutionVersionPublish).
  confirmed_at timestamptz,
  published_by uuid,
  published_at timestamptz not null default now()
);
create unique index solution_releases__current on solution_releases (solution_id, environment) where is_current;
create index solution_releases__history on solution_releases (solution_id, environment, published_at desc);
