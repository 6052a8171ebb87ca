-- Evaluation sets of a solution, their runs against a version, and what must pass before publishing.
create table evaluation_sets (
  id uuid primary key,
  solution_id uuid not null references solutions (id) on delete cascade,
  name text not null check (length(name) between 1 and 120),
  description text not null default '',
  version integer not null default 1,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid
);
create unique index evaluation_sets__solution_name on evaluation_sets (solution_id, lower(name));

create table evaluation_cases (
  id uuid primary key,
  set_id uuid not null references evaluation_sets (id) on delete cascade,
  position integer not null,
  input text not null check (length(input) between 1 and 4000),
  expectation text not null check (expectation in ('CONTAINS', 'MATCHES', 'CITES_FILE', 'JSON_SCHEMA', 'JUDGE')),
  expected text not null,
  source text not null default 'HAND' check (source in ('HAND', 'CSV', 'CONVERSATION')),
  created_at timestamptz not null default now()
);
create index evaluation_cases__set on evaluation_cases (set_id, position);

create table evaluation_runs (
  id uuid primary key,
  set_id uuid not null references evaluation_sets (id) on delete cascade,
  solution_version_id uuid not null references solution_versions (id) on delete cascade,
  -- What was evaluated, so that a later change of the version makes the run stale.
  content_hash text not null,
  judge_credential_id uuid references llm_credentials (id) on delete set null,
  job_id uuid references jobs (id) on delete set null,
  status text not null default 'QUEUED' check (status in ('QUEUED', 'RUNNING', 'FINISHED', 'FAILED', 'CANCELLED')),
  error text,
  total integer not null,
  passed integer not null default 0,
  failed integer not null default 0,
  cost numeric(14, 6) not null default 0,
  created_by uuid,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index evaluation_runs__set on evaluation_runs (set_id, created_at desc);
create index evaluation_runs__version on evaluation_runs (solution_version_id, created_at desc);

create table evaluation_results (
  run_id uuid not null references evaluation_runs (id) on delete cascade,
  -- The case as it was then: a later edit of the set does not rewrite the result.
  case_id uuid not null,
  position integer not null,
  input text not null,
  expectation text not null,
  expected text not null,
  answer text not null,
  citations jsonb not null default '[]',
  passed boolean not null,
  reason text not null default '',
  ms integer not null,
  input_tokens integer not null,
  output_tokens integer not null,
  cost numeric(14, 6) not null,
  primary key (run_id, case_id)
);

create table publish_gates (
  solution_id uuid not null references solutions (id) on delete cascade,
  environment text not null references environments (name),
  requires_validation boolean not null default false,
  requires_credential_test boolean not null default false,
  evaluation_set_id uuid references evaluation_sets (id) on delete set null,
  min_pass_share real not null default 1 check (min_pass_share > 0 and min_pass_share <= 1),
  updated_at timestamptz not null default now(),
  updated_by uuid,
  primary key (solution_id, environment)
);
