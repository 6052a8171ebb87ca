-- Channels (API word: pype), their streams and widgets, each in Live or in Sandbox.
create table pypes (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  customer_id uuid not null references customers (id) on delete cascade,
  environment text not null references environments (name),
  name text not null check (length(name) between 1 and 120),
  description text not null default '',
  logo text,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'PAUSED')),
  agent_routing text not null default 'BOT_ONLY' check (agent_routing in ('BOT_ONLY', 'BOT_THEN_AGENT', 'AGENT_FIRST')),
  retry_attempts integer not null default 3,
  retry_timeout_ms integer not null default 35000,
  -- {integration_name}; the headers are secrets and sealed apart.
  integration_name text,
  integration_headers_encrypted text,
  integration_header_names text[] not null default '{}',
  -- Visitors must prove who they are with a token signed by this secret when it is required.
  requires_visitor_token boolean not null default false,
  visitor_secret_encrypted text,
  version integer not null default 1,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid
);
create unique index pypes__customer_name on pypes (customer_id, environment, lower(name));

create table streams (
  id uuid primary key,
  pype_id uuid not null references pypes (id) on delete cascade,
  name text not null check (length(name) between 1 and 120),
  description text not null default '',
  start_chat_bot_id uuid references bots (id),
  start_chat_bot_enabled boolean not null default true,
  end_chat_bot_id uuid references bots (id),
  end_chat_bot_enabled boolean not null default true,
  bot_enabled boolean not null default true,
  auto_start_with_bot boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid
);
create unique index streams__pype_name on streams (pype_id, lower(name));
create index streams__start_bot on streams (start_chat_bot_id);
create index streams__end_bot on streams (end_chat_bot_id);

create table widgets (
  id uuid primary key,
  pype_id uuid not null references pypes (id) on delete cascade,
  stream_id uuid not null references streams (id) on delete cascade,
  widget_name text not null check (length(widget_name) between 1 and 120),
  style jsonb not null default '{}',
  beta boolean not null default false,
  custom_pype_css text not null default '',
  -- The last css that passed the check; what visitors get while a newer one is refused.
  safe_css text not null default '',
  created_by uuid,
  creation_date timestamptz not null default now(),
  last_updated timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1
);
create unique index widgets__pype_name on widgets (pype_id, lower(widget_name));
create index widgets__stream on widgets (stream_id);

-- Where a widget was last seen: the install check.
create table widget_sightings (
  widget_id uuid not null references widgets (id) on delete cascade,
  page_url text not null,
  is_allowed boolean not null,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  times bigint not null default 1,
  primary key (widget_id, page_url)
);

create table external_agent_integrations (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  customer_id uuid not null references customers (id) on delete cascade,
  environment text not null references environments (name),
  integration_name text not null check (length(integration_name) between 1 and 120),
  integration_fields jsonb not null default '[]',
  callback_url text not null,
  -- Only hashes: the token is shown once, and an old one keeps working until its end.
  callback_token_hash bytea not null,
  callback_token_last_four text not null,
  previous_token_hash bytea,
  previous_token_until timestamptz,
  signing_secret_encrypted text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid
);
create unique index external_agent_integrations__name
  on external_agent_integrations (customer_id, environment, lower(integration_name));
