-- Language models: providers, a project's credentials, prices, what every turn used, and budgets.
create table llm_providers (
  id uuid primary key,
  kind text not null unique check (kind in ('parley-passages', 'openai', 'anthropic', 'google', 'azure', 'openai-compatible')),
  name text not null
);
insert into llm_providers (id, kind, name) values
  ('01900000-0000-7000-8000-000000000601', 'parley-passages', 'Parley passages'),
  ('01900000-0000-7000-8000-000000000602', 'openai', 'OpenAI'),
  ('01900000-0000-7000-8000-000000000603', 'anthropic', 'Anthropic'),
  ('01900000-0000-7000-8000-000000000604', 'google', 'Google'),
  ('01900000-0000-7000-8000-000000000605', 'azure', 'Azure OpenAI'),
  ('01900000-0000-7000-8000-000000000606', 'openai-compatible', 'OpenAI-compatible');

create table llm_credentials (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  llm_provider_id uuid not null references llm_providers (id),
  name text not null check (length(name) between 1 and 120),
  model text not null,
  -- For Azure and OpenAI-compatible endpoints.
  base_url text,
  -- Empty when the credential offers no embeddings.
  embedding_model text not null default '',
  supports_tools boolean not null default true,
  secret_encrypted text,
  secret_last_four text not null default '',
  secret_changed_at timestamptz,
  tested_at timestamptz,
  -- Null when the last test went well.
  test_error text,
  version integer not null default 1,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid
);
create unique index llm_credentials__project_name on llm_credentials (project_id, lower(name));

create table llm_prices (
  project_id uuid not null references projects (id) on delete cascade,
  model text not null,
  -- In the budget's currency, per million tokens.
  input_per_million numeric(14, 6) not null check (input_per_million >= 0),
  output_per_million numeric(14, 6) not null check (output_per_million >= 0),
  updated_at timestamptz not null default now(),
  updated_by uuid,
  primary key (project_id, model)
);

create table llm_usage (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  solution_id uuid,
  solution_version_id uuid,
  credential_id uuid,
  source text not null check (source in ('CHAT', 'TRY', 'EVALUATION')),
  provider text not null,
  model text not null,
  input_tokens integer not null,
  output_tokens integer not null,
  cost numeric(14, 6) not null,
  ms integer not null,
  passages jsonb not null default '[]',
  tool_calls jsonb not null default '[]',
  is_incomplete boolean not null default false,
  failure text,
  created_at timestamptz not null default now()
);
create index llm_usage__project on llm_usage (project_id, created_at desc);
create index llm_usage__version on llm_usage (solution_version_id, created_at desc);

-- One row per project and month, so that the budget is one lookup per turn.
create table llm_spend (
  project_id uuid not null references projects (id) on delete cascade,
  month date not null,
  turns integer not null default 0,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  cost numeric(14, 6) not null default 0,
  primary key (project_id, month)
);

create table llm_budgets (
  project_id uuid primary key references projects (id) on delete cascade,
  monthly_limit numeric(14, 6) check (monthly_limit >= 0),
  alert_share real not null default 0.8 check (alert_share > 0 and alert_share <= 1),
  has_hard_stop boolean not null default true,
  currency text not null default 'USD',
  -- The month the alert was raised for.
  alerted_month date,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by uuid
);
