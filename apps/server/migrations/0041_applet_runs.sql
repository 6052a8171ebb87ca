-- What makes applets run: the run log, which is also the queue of server runs, and what triggers and actions keep.
create table applet_runs (
  id uuid primary key,
  applet_instance_id uuid not null references applet_instances (id) on delete cascade,
  project_id uuid not null references projects (id) on delete cascade,
  project_environment_config_id uuid not null references project_environment_configs (id) on delete cascade,
  -- The instance as it was: names and versions change afterwards.
  instance_name text not null,
  instance_version integer not null,
  status text not null check (status in ('QUEUED', 'RUNNING', 'SUCCEEDED', 'FAILED', 'SKIPPED')),
  trigger_id uuid,
  trigger_name text not null,
  trigger_kind text not null,
  event jsonb not null default '{}',
  condition jsonb,
  actions jsonb not null default '[]',
  error text,
  -- At most one run per instance and key: a repeated report or delivery changes nothing.
  idempotency_key text not null,
  retry_of uuid references applet_runs (id) on delete set null,
  attempt integer not null default 0,
  run_at timestamptz not null default now(),
  lease_until timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz not null default now(),
  unique (applet_instance_id, idempotency_key)
);
create index applet_runs__queue on applet_runs (run_at) where status in ('QUEUED', 'RUNNING');
create index applet_runs__environment on applet_runs (project_environment_config_id, id desc);
create index applet_runs__instance on applet_runs (applet_instance_id, id desc);
create index applet_runs__failed on applet_runs (project_id, finished_at) where status = 'FAILED';

create table applet_schedules (
  trigger_id uuid primary key references applet_steps (id) on delete cascade,
  next_at timestamptz not null
);
create index applet_schedules__due on applet_schedules (next_at);

create table applet_webhooks (
  trigger_id uuid primary key references applet_steps (id) on delete cascade,
  token text not null unique,
  secret text not null,
  secret_last4 text not null,
  created_at timestamptz not null default now()
);

create table project_secrets (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  name text not null check (name ~ '^[A-Za-z][A-Za-z0-9_]{0,63}$'),
  sealed text not null,
  last4 text not null,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  unique (project_id, name)
);

-- What actions set: read by later runs as variable.<name>.
create table applet_variables (
  project_environment_config_id uuid not null references project_environment_configs (id) on delete cascade,
  name text not null,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (project_environment_config_id, name)
);

create table analytics_events (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  project_environment_config_id uuid not null references project_environment_configs (id) on delete cascade,
  name text not null,
  properties jsonb not null default '{}',
  source text not null,
  created_at timestamptz not null default now()
);
create index analytics_events__project on analytics_events (project_id, created_at desc, id desc);

create table applet_notice_settings (
  project_id uuid primary key references projects (id) on delete cascade,
  emails text[] not null default '{}',
  webhook_url text,
  digest_minutes integer not null default 60 check (digest_minutes between 5 and 1440),
  last_sent_at timestamptz not null default now()
);
