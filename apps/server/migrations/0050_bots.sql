-- Customers of a project, their bots, and bot versions made of content-addressed files.
create table customers (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  name text not null check (length(name) between 1 and 120),
  avatar text,
  bot_language text not null default 'en',
  description text not null default '',
  is_external boolean not null default false,
  resources jsonb not null default '[]',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid
);
create unique index customers__project_name on customers (project_id, lower(name));
alter table project_pro_studio_settings add foreign key (customer_id) references customers (id) on delete set null;

create table bots (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  customer_id uuid not null references customers (id) on delete cascade,
  name text not null check (length(name) between 1 and 120),
  type text not null default 'FLOW' check (type in ('FLOW', 'FAQ', 'AGENT')),
  version integer not null default 1,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid
);
create unique index bots__customer_name on bots (customer_id, lower(name));
create index bots__project on bots (project_id);

create table bot_file_contents (
  sha256 text primary key,
  content bytea not null,
  size integer not null
);

create table bot_versions (
  id uuid primary key,
  bot_id uuid not null references bots (id) on delete cascade,
  number integer not null,
  label text not null default '',
  note text not null default '',
  based_on uuid references bot_versions (id) on delete set null,
  -- Set at the first deployment; the files cannot change after it.
  locked_at timestamptz,
  -- Over all paths and contents: what was validated and trained is compared with it.
  content_hash text not null,
  validated_hash text,
  validated_at timestamptz,
  validation_messages jsonb not null default '[]',
  trained_hash text,
  trained_at timestamptz,
  training_job_id uuid references jobs (id) on delete set null,
  created_by uuid,
  created_at timestamptz not null default now(),
  unique (bot_id, number)
);

create table bot_version_files (
  version_id uuid not null references bot_versions (id) on delete cascade,
  file_path text not null,
  sha256 text not null references bot_file_contents (sha256),
  updated_at timestamptz not null default now(),
  updated_by uuid,
  primary key (version_id, file_path)
);
create index bot_version_files__sha256 on bot_version_files (sha256);

create table bot_models (
  -- The same files and seed give the same model, so versions may share one.
  content_hash text primary key,
  model bytea not null,
  quality jsonb not null default '{}',
  created_at timestamptz not null default now()
);

create table bot_deployments (
  id uuid primary key,
  bot_id uuid not null references bots (id) on delete cascade,
  environment text not null references environments (name),
  version_id uuid not null references bot_versions (id) on delete cascade,
  is_current boolean not null default true,
  is_forced boolean not null default false,
  deployed_by uuid,
  deployed_at timestamptz not null default now()
);
create unique index bot_deployments__current on bot_deployments (bot_id, environment) where is_current;
create index bot_deployments__history on bot_deployments (bot_id, environment, deployed_at desc);

create table bot_assets (
  id uuid primary key,
  bot_id uuid not null references bots (id) on delete cascade,
  file_id uuid not null references files (id),
  name text not null,
  created_by uuid,
  created_at timestamptz not null default now()
);
create index bot_assets__bot on bot_assets (bot_id, created_at desc);

-- The intent inbox: what visitors said that the bot was unsure about, or that someone corrected.
create table supervised_utterances (
  id uuid primary key,
  bot_id uuid not null references bots (id) on delete cascade,
  text text not null check (length(text) between 1 and 1000),
  suggested_intent text,
  score real,
  reason text not null default 'LOW_CONFIDENCE' check (reason in ('LOW_CONFIDENCE', 'CORRECTED', 'MANUAL')),
  status text not null default 'OPEN' check (status in ('OPEN', 'ASSIGNED', 'DISMISSED')),
  intent text,
  conversation_id uuid,
  version_id uuid references bot_versions (id) on delete set null,
  times integer not null default 1,
  decided_by uuid,
  decided_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index supervised_utterances__open on supervised_utterances (bot_id, lower(text)) where status = 'OPEN';
