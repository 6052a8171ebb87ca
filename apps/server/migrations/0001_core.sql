-- Organisations, people, access, projects, the audit log and the outbox.
-- The API says "account" where people say "organisation"; the tables follow the API.
create extension if not exists citext;
create extension if not exists pg_trgm;
create extension if not exists unaccent;

create table files (
  id uuid primary key,
  account_id uuid,
  public_id text not null unique,
  original_name text not null,
  mime_type text not null,
  size bigint not null check (size >= 0),
  sha256 text not null,
  created_by uuid,
  created_at timestamptz not null default now()
);

create table accounts (
  id uuid primary key,
  parent_id uuid references accounts (id),
  -- Ids from the root down to this account: an ancestor test is one array lookup.
  path uuid[] not null,
  name text not null check (length(name) between 1 and 120),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'SUSPENDED')),
  is_managed boolean not null default true,
  account_manager_id uuid,
  account_icon_id uuid references files (id) on delete set null,
  picture text,
  settings jsonb not null default '{}',
  general_settings jsonb not null default '{}',
  resource_limit_settings jsonb not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid
);
create unique index accounts__parent_name on accounts (parent_id, lower(name)) nulls not distinct;
create index accounts__path on accounts using gin (path);
alter table files add foreign key (account_id) references accounts (id) on delete cascade;

create table users (
  -- The identity's id at the provider.
  id uuid primary key,
  user_name citext not null unique,
  first_name text not null check (length(first_name) <= 120),
  last_name text not null check (length(last_name) <= 120),
  picture text,
  user_icon_id uuid references files (id) on delete set null,
  status text not null default 'INVITED' check (status in ('INVITED', 'ACTIVE', 'SUSPENDED')),
  settings jsonb not null default '{}',
  required_consent_status text not null default 'PENDING' check (required_consent_status in ('PENDING', 'ACCEPTED', 'DECLINED')),
  optional_consent_status text not null default 'PENDING' check (optional_consent_status in ('PENDING', 'ACCEPTED', 'DECLINED')),
  required_consent_updated_at timestamptz,
  optional_consent_updated_at timestamptz,
  password_recovery_status text not null default 'NONE' check (password_recovery_status in ('NONE', 'REQUESTED', 'IN_PROGRESS', 'COMPLETED', 'BLOCKED')),
  default_account_id uuid references accounts (id) on delete set null,
  has_active_sessions boolean not null default false,
  last_active_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid
);
create index users__first_name on users (first_name, last_name, id);
create index users__name_search on users using gin ((first_name || ' ' || last_name || ' ' || user_name::text) gin_trgm_ops);
alter table accounts add foreign key (account_manager_id) references users (id) on delete set null;

create table account_users (
  account_id uuid not null references accounts (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (account_id, user_id)
);
create index account_users__user on account_users (user_id);

create table products (
  id uuid primary key,
  name text not null unique,
  display_name text not null,
  -- Tool products are those a project can switch on; Organization is always there.
  is_tool boolean not null default true
);

create table roles (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  product_id uuid not null references products (id),
  -- Names the row of the permission table (decision 003); the same key in every account.
  key text not null,
  name text not null,
  unique (account_id, key)
);

create table account_user_roles (
  account_id uuid not null,
  user_id uuid not null,
  role_id uuid not null references roles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, account_id, role_id),
  foreign key (account_id, user_id) references account_users (account_id, user_id) on delete cascade
);
create index account_user_roles__account on account_user_roles (account_id);
create index account_user_roles__role on account_user_roles (role_id);

create table teams (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  name text not null check (length(name) between 1 and 120),
  description text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid
);
create unique index teams__account_name on teams (account_id, lower(name));

create table team_accounts (
  team_id uuid not null references teams (id) on delete cascade,
  account_id uuid not null references accounts (id) on delete cascade,
  is_primary_account boolean not null default false,
  primary key (team_id, account_id)
);
create index team_accounts__account on team_accounts (account_id);

create table team_members (
  team_id uuid not null references teams (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (team_id, user_id)
);
create index team_members__user on team_members (user_id);

create table team_account_roles (
  team_id uuid not null,
  account_id uuid not null,
  role_id uuid not null references roles (id) on delete cascade,
  primary key (team_id, account_id, role_id),
  foreign key (team_id, account_id) references team_accounts (team_id, account_id) on delete cascade
);
create index team_account_roles__role on team_account_roles (role_id);

create table time_zones (
  id uuid primary key,
  identifier text not null unique,
  label text not null
);

create table locales (
  id uuid primary key,
  name text not null,
  locale text not null unique,
  language_code text not null,
  for_users boolean not null default true,
  for_projects boolean not null default true
);

create table projects (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  name text not null check (length(name) between 1 and 120),
  description text not null default '',
  picture text,
  project_icon_id uuid references files (id) on delete set null,
  time_zone_id uuid references time_zones (id),
  version integer not null default 1,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid
);
create unique index projects__account_name on projects (account_id, lower(name));
create index projects__account_created on projects (account_id, created_at desc, id);

create table project_product_settings (
  project_id uuid not null references projects (id) on delete cascade,
  product_id uuid not null references products (id),
  settings jsonb not null default '{}',
  primary key (project_id, product_id)
);

create table project_pro_studio_settings (
  id uuid primary key,
  project_id uuid not null unique references projects (id) on delete cascade,
  customer_id uuid,
  settings jsonb not null default '{}'
);

create table environments (
  id uuid primary key,
  name text not null unique
);

create table project_environment_configs (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  environment_id uuid not null references environments (id),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE')),
  description text not null default '',
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  unique (project_id, environment_id)
);

create table domains (
  id uuid primary key,
  project_environment_config_id uuid not null references project_environment_configs (id) on delete cascade,
  url text not null,
  type text not null default 'EXACT' check (type in ('EXACT', 'WILDCARD')),
  -- Normal form, split for the lookup (decision 030): host of '*.x.y' is stored as 'x.y' with type WILDCARD.
  host text not null,
  port integer,
  path_prefix text not null default '/',
  created_at timestamptz not null default now()
);
create index domains__config on domains (project_environment_config_id);
create index domains__host on domains (host, port);

create table user_projects (
  user_id uuid not null references users (id) on delete cascade,
  project_id uuid not null references projects (id) on delete cascade,
  account_id uuid not null references accounts (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, project_id)
);
create index user_projects__project on user_projects (project_id);

create table user_project_roles (
  user_id uuid not null,
  project_id uuid not null,
  role_id uuid not null references roles (id) on delete cascade,
  primary key (user_id, project_id, role_id),
  foreign key (user_id, project_id) references user_projects (user_id, project_id) on delete cascade
);
create index user_project_roles__role on user_project_roles (role_id);

create table team_account_projects (
  team_id uuid not null,
  account_id uuid not null,
  project_id uuid not null references projects (id) on delete cascade,
  primary key (team_id, project_id),
  foreign key (team_id, account_id) references team_accounts (team_id, account_id) on delete cascade
);
create index team_account_projects__project on team_account_projects (project_id);

create table team_project_roles (
  team_id uuid not null,
  project_id uuid not null,
  role_id uuid not null references roles (id) on delete cascade,
  primary key (team_id, project_id, role_id),
  foreign key (team_id, project_id) references team_account_projects (team_id, project_id) on delete cascade
);
create index team_project_roles__role on team_project_roles (role_id);

create table audit_log (
  id uuid primary key,
  -- Position in the account's hash chain.
  account_id uuid not null references accounts (id) on delete cascade,
  sequence bigint not null,
  user_id uuid,
  product_id uuid references products (id),
  project_id uuid,
  application_id text,
  action text not null,
  object_type text not null,
  object_id text,
  object_name text,
  detail jsonb not null,
  previous_hash text not null,
  hash text not null,
  created_at timestamptz not null,
  unique (account_id, sequence)
);
create index audit_log__account_created on audit_log (account_id, created_at desc, sequence desc);
create index audit_log__object on audit_log (object_type, object_id);
create index audit_log__user on audit_log (account_id, user_id);

create table outbox (
  id bigint generated always as identity primary key,
  topic text not null,
  payload jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index outbox__created on outbox (created_at);

-- One wake-up per statement, and PostgreSQL folds equal ones within a transaction.
create function outbox_notify() returns trigger language plpgsql as $$
begin
  notify outbox;
  return null;
end $$;
create trigger outbox_wake_up after insert on outbox for each statement execute function outbox_notify();

create table jobs (
  id uuid primary key,
  kind text not null,
  account_id uuid references accounts (id) on delete cascade,
  project_id uuid references projects (id) on delete cascade,
  object_id text,
  payload jsonb not null default '{}',
  status text not null default 'QUEUED' check (status in ('QUEUED', 'RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELLED')),
  progress real not null default 0 check (progress between 0 and 1),
  message text not null default '',
  log jsonb not null default '[]',
  result jsonb,
  attempt integer not null default 0,
  max_attempts integer not null default 3,
  -- A worker writes only while it holds the newest token: a stale one cannot overwrite.
  fencing_token bigint not null default 0,
  cancel_requested boolean not null default false,
  created_by uuid,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  heartbeat_at timestamptz
);
create index jobs__object on jobs (object_id, created_at desc);
create index jobs__project on jobs (project_id, created_at desc);
create index jobs__unfinished on jobs (status) where status in ('QUEUED', 'RUNNING');

-- Jobs that gave up: what an operator looks at first.
create view dead_letter_jobs as
  select id, kind, project_id, object_id, payload, message, log, attempt, created_at, finished_at
  from jobs where status = 'FAILED';

create table idempotency_keys (
  user_id uuid not null,
  key text not null,
  operation text not null,
  request_hash text not null,
  response jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
