-- Conversations of visitors, every message in its order, and what happened inside each turn.
create table conversations (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  customer_id uuid not null references customers (id) on delete cascade,
  environment text not null references environments (name),
  -- What is deleted later leaves the history of its conversations behind.
  pype_id uuid references pypes (id) on delete set null,
  stream_id uuid references streams (id) on delete set null,
  widget_id uuid references widgets (id) on delete set null,
  -- The bot at work and its version, kept until the conversation ends.
  bot_id uuid references bots (id) on delete set null,
  bot_version_id uuid references bot_versions (id) on delete set null,
  -- START until people or the flow are done, then END for the closing bot.
  phase text not null default 'START' check (phase in ('START', 'END')),
  -- BOT: the bot answers. WAITING: a person was asked. AGENT: a person answers, the bot is silent.
  status text not null default 'BOT' check (status in ('BOT', 'WAITING', 'AGENT', 'ENDED')),
  -- A test run from the console; not counted anywhere.
  is_test boolean not null default false,
  token_hash bytea not null,
  -- Chosen by the visitor's browser, the same over all their conversations there.
  visitor_id text not null,
  -- What the page proved about the visitor, such as {id, name, email}; null for strangers.
  visitor_identity jsonb,
  page_url text not null default '',
  language text not null default 'en',
  platform text not null default 'web',
  -- resolved, handed-off, abandoned, failed or what the flow's end node says; '' while it runs.
  outcome text not null default '',
  -- The person who answers, when they do it at the built-in desk.
  agent_id uuid references users (id) on delete set null,
  external_agent_id uuid references external_agent_integrations (id) on delete set null,
  last_sequence integer not null default 0,
  turn_count integer not null default 0,
  visitor_message_count integer not null default 0,
  was_handed_off boolean not null default false,
  has_error boolean not null default false,
  low_confidence_count integer not null default 0,
  -- The fence: a write names the version it was made from and loses when another came first.
  version bigint not null default 1,
  state jsonb not null,
  -- The side effect the flow waits for, and until when a server has promised to carry it out.
  pending_effect jsonb,
  effect_lease_until timestamptz,
  started_at timestamptz not null default now(),
  last_activity_at timestamptz not null default now(),
  handed_off_at timestamptz,
  ended_at timestamptz
);
create index conversations__customer_started on conversations (project_id, customer_id, started_at desc, id);
create index conversations__project_started on conversations (project_id, started_at desc, id);
create index conversations__visitor on conversations (widget_id, visitor_id, started_at desc);
create index conversations__desk on conversations (project_id, status, handed_off_at) where status in ('WAITING', 'AGENT');
create index conversations__quiet on conversations (last_activity_at) where status <> 'ENDED';
create index conversations__effects on conversations (effect_lease_until) where pending_effect is not null;
create index conversations__version on conversations (bot_version_id);

create table conversation_messages (
  conversation_id uuid not null references conversations (id) on delete cascade,
  -- 1, 2, 3… without gaps: what a reconnecting visitor names.
  sequence integer not null,
  customer_id uuid not null,
  turn integer not null default 0,
  author text not null check (author in ('visitor', 'bot', 'agent', 'system')),
  author_name text not null default '',
  -- The person at the desk.
  user_id uuid references users (id) on delete set null,
  content jsonb not null,
  -- The words alone, for search and exports.
  text text not null default '',
  -- Chosen by the sender, so that the same message sent twice is one message.
  client_message_id text,
  created_at timestamptz not null default now(),
  primary key (conversation_id, sequence)
);
create unique index conversation_messages__client on conversation_messages (conversation_id, client_message_id)
  where client_message_id is not null;
create index conversation_messages__customer_created on conversation_messages (customer_id, created_at desc);
create index conversation_messages__words on conversation_messages using gin (to_tsvector('simple', text));
create index conversation_messages__letters on conversation_messages using gin (text gin_trgm_ops);

create table conversation_turns (
  conversation_id uuid not null references conversations (id) on delete cascade,
  turn integer not null,
  project_id uuid not null,
  customer_id uuid not null,
  bot_id uuid,
  bot_version_id uuid,
  -- start, visitor, timer, agent-done or command.
  kind text not null default 'visitor',
  -- Of the visitor's message that began the turn; null when none did.
  visitor_sequence integer,
  intent text,
  intent_score real,
  is_low_confidence boolean not null default false,
  is_fallback boolean not null default false,
  entities jsonb not null default '[]',
  node_ids text[] not null default '{}',
  -- [{nodeId, type, note, ms}] in the order they ran.
  trace jsonb not null default '[]',
  -- [{effectId, type, name, ms, ok, error, …}]: scripts, calls and model answers of this turn.
  effects jsonb not null default '[]',
  -- [{fileId, title, passage, chunkId}] that answers were based on.
  sources jsonb not null default '[]',
  model text,
  input_tokens integer not null default 0,
  output_tokens integer not null default 0,
  cost numeric not null default 0,
  -- From the visitor's message to the bot's last word of the turn.
  ms integer not null default 0,
  error text,
  created_at timestamptz not null default now(),
  primary key (conversation_id, turn)
);
create index conversation_turns__customer_created on conversation_turns (project_id, customer_id, created_at desc);
create index conversation_turns__intent on conversation_turns (customer_id, intent, created_at desc) where intent is not null;

-- For colleagues only; never shown to the visitor.
create table conversation_notes (
  id uuid primary key,
  conversation_id uuid not null references conversations (id) on delete cascade,
  user_id uuid references users (id) on delete set null,
  author_name text not null default '',
  text text not null check (length(text) between 1 and 5000),
  created_at timestamptz not null default now()
);
create index conversation_notes__conversation on conversation_notes (conversation_id, created_at);
