-- Bringing in people: at the built-in desk or at a live-agent system.
create table conversation_hand_offs (
  id uuid primary key,
  conversation_id uuid not null references conversations (id) on delete cascade,
  -- The flow's effect that waits for the end of it; null when no flow asked.
  effect_id text,
  external_agent_id uuid references external_agent_integrations (id) on delete set null,
  skill_tag text not null default '',
  team text not null default '',
  note text not null default '',
  status text not null default 'WAITING' check (status in ('WAITING', 'TAKEN', 'DONE', 'UNAVAILABLE')),
  agent_id uuid references users (id) on delete set null,
  requested_at timestamptz not null default now(),
  taken_at timestamptz,
  done_at timestamptz
);
create index conversation_hand_offs__conversation on conversation_hand_offs (conversation_id, requested_at desc);

-- What was sent to a live-agent system, and how that went.
create table external_agent_deliveries (
  id uuid primary key,
  integration_id uuid not null references external_agent_integrations (id) on delete cascade,
  conversation_id uuid references conversations (id) on delete cascade,
  kind text not null check (kind in ('hand-off', 'message', 'closed', 'simulation')),
  payload jsonb not null,
  status text not null default 'QUEUED' check (status in ('QUEUED', 'DELIVERED', 'FAILED')),
  attempts integer not null default 0,
  response_status integer,
  response_body text not null default '',
  error text not null default '',
  ms integer,
  created_at timestamptz not null default now(),
  delivered_at timestamptz
);
create index external_agent_deliveries__integration on external_agent_deliveries (integration_id, created_at desc);
create index external_agent_deliveries__conversation on external_agent_deliveries (conversation_id, created_at);

create table canned_replies (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  title text not null check (length(title) between 1 and 120),
  text text not null check (length(text) between 1 and 5000),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid
);
create unique index canned_replies__project_title on canned_replies (project_id, lower(title));

-- Files visitors and agents sent; served only to those who are in the conversation.
create table conversation_files (
  file_id uuid primary key references files (id) on delete cascade,
  conversation_id uuid not null references conversations (id) on delete cascade,
  author text not null check (author in ('visitor', 'agent')),
  created_at timestamptz not null default now()
);
create index conversation_files__conversation on conversation_files (conversation_id);
