-- Domains in normal form (decision 030), packages and applet templates with their versions, applet instances.
alter table domains add column scheme text not null default 'https' check (scheme in ('http', 'https'));
drop index domains__host;
-- The lookup of a page: every host and every path prefix that could own it, in one pass over this index.
create index domains__lookup on domains (host, path_prefix);
-- Sub-domains of a host, for what a new wildcard would cover.
create index domains__below on domains (reverse(host) text_pattern_ops);
create unique index domains__place on domains (host, path_prefix, scheme, type, coalesce(port, 0));

create table packages (
  id uuid primary key,
  -- Null for what Parley ships itself.
  account_id uuid references accounts (id) on delete cascade,
  pkg_name text not null check (length(pkg_name) between 1 and 214),
  display_name text not null check (length(display_name) between 1 and 120),
  description text not null default '',
  package_types text[] not null check (package_types <@ array['TRIGGER', 'ACTION'] and cardinality(package_types) > 0),
  latest_version_id uuid,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index packages__account_name on packages (account_id, pkg_name) nulls not distinct;
create index packages__display_name on packages (lower(display_name), id);

-- A version never changes once it is published: only deletes touch these rows.
create table package_versions (
  id uuid primary key,
  package_id uuid not null references packages (id) on delete cascade,
  version text not null,
  schema jsonb not null,
  package_json jsonb not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  unique (package_id, version)
);
alter table packages add foreign key (latest_version_id) references package_versions (id) on delete set null;

create table applets (
  id uuid primary key,
  account_id uuid references accounts (id) on delete cascade,
  pkg_name text not null check (length(pkg_name) between 1 and 214),
  display_name text not null check (length(display_name) between 1 and 120),
  description text not null default '',
  applet_type text not null check (applet_type in ('WEB', 'SERVER', 'HYBRID')),
  applet_category text not null check (applet_category in ('ENGAGEMENT', 'SUPPORT', 'MARKETING', 'ANALYTICS', 'INTEGRATION', 'OTHER')),
  latest_version_id uuid,
  created_by uuid,
  created_at timestamptz not null default now()
);
create unique index applets__account_name on applets (account_id, pkg_name) nulls not distinct;
create index applets__display_name on applets (lower(display_name), id);

create table applet_versions (
  id uuid primary key,
  applet_id uuid not null references applets (id) on delete cascade,
  version text not null,
  schema jsonb not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  unique (applet_id, version)
);
alter table applets add foreign key (latest_version_id) references applet_versions (id) on delete set null;

create table applet_instances (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  -- Both null for a draft that has no place yet (decision 033).
  project_id uuid references projects (id) on delete cascade,
  project_environment_config_id uuid references project_environment_configs (id) on delete cascade,
  applet_version_id uuid not null references applet_versions (id),
  name text not null check (length(name) between 1 and 120),
  description text not null default '',
  options jsonb not null default '{}',
  status text not null default 'DRAFT' check (status in ('DRAFT', 'ACTIVE', 'PAUSED')),
  condition_id uuid not null,
  condition jsonb not null default '{}',
  version integer not null default 1,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid,
  check ((project_id is null) = (project_environment_config_id is null)),
  check (project_environment_config_id is not null or status = 'DRAFT')
);
create index applet_instances__environment on applet_instances (project_environment_config_id, status, lower(name), id);
create index applet_instances__applet_version on applet_instances (applet_version_id);
create index applet_instances__project on applet_instances (project_id);

-- Triggers and actions: the same fields, so one table.
create table applet_steps (
  id uuid primary key,
  applet_instance_id uuid not null references applet_instances (id) on delete cascade,
  kind text not null check (kind in ('TRIGGER', 'ACTION')),
  position integer not null,
  name text not null check (length(name) <= 120),
  options jsonb not null default '{}',
  package_id uuid not null references packages (id),
  package_version_id uuid not null references package_versions (id)
);
create index applet_steps__instance on applet_steps (applet_instance_id, kind, position);
create index applet_steps__package_version on applet_steps (package_version_id);
create index applet_steps__package on applet_steps (package_id);
