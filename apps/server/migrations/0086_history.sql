-- History and analytics (decisions 075 to 077): one searchable row per conversation, and figures rolled up from it.
create extension if not exists btree_gin;

-- What visitors' conversations changed since their rows below were last made. Written by a trigger, so in the
-- transaction of the change; only ever added to and taken away, so that no writer waits for another.
create table conversation_changes (
  id bigint generated always as identity primary key,
  conversation_id uuid not null
);

create function note_conversation_change() returns trigger language plpgsql as $$
begin
  insert into conversation_changes (conversation_id) values (new.id);
  return null;
end $$;

-- Test runs are not history, and a chat that was opened without a word is not a conversation yet.
create trigger conversations__note_change after insert or update on conversations
  for each row when (not new.is_test and new.visitor_message_count > 0)
  execute function note_conversation_change();

create table history_entries (
  conversation_id uuid primary key references conversations (id) on delete cascade,
  project_id uuid not null,
  customer_id uuid not null,
  environment text not null,
  pype_id uuid,
  bot_id uuid,
  bot_version_id uuid,
  status text not null,
  outcome text not null,
  language text not null,
  -- The day it began, in the time zone of the project.
  day date not null,
  started_at timestamptz not null,
  last_activity_at timestamptz not null,
  turn_count integer not null,
  message_count integer not null,
  fallback_count integer not null,
  low_confidence_count integer not null,
  was_handed_off boolean not null,
  has_error boolean not null,
  intents text[] not null,
  node_ids text[] not null,
  version_ids uuid[] not null,
  labels text[] not null,
  tokens bigint not null,
  cost numeric not null,
  first_text text not null,
  words tsvector not null,
  letters text not null,
  -- What it adds to the figures below, to take exactly that away again when it changes.
  contribution jsonb not null
);
create index history_entries__project on history_entries (project_id, started_at desc, conversation_id desc);
create index history_entries__customer on history_entries (customer_id, started_at desc, conversation_id desc);
create index history_entries__words on history_entries using gin (project_id, words);
create index history_entries__tags on history_entries using gin (project_id, intents, labels, node_ids, version_ids);
create index history_entries__letters on history_entries using gin (project_id, letters gin_trgm_ops);

-- Search reads history_entries: the same words need no second index, and saying something gets cheaper.
drop index conversation_messages__words;
drop index conversation_messages__letters;

create table conversation_labels (
  conversation_id uuid not null references conversations (id) on delete cascade,
  label text not null check (length(label) between 1 and 60),
  project_id uuid not null references projects (id) on delete cascade,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  primary key (conversation_id, label)
);
create index conversation_labels__project on conversation_labels (project_id, label);

create table saved_searches (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  customer_id uuid references customers (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  name text not null check (length(name) between 1 and 120),
  -- Seen by everyone who may read the project's history.
  is_shared boolean not null default false,
  -- The address of the search, such as "q=refund&outcome=abandoned".
  query text not null check (length(query) <= 4000),
  created_at timestamptz not null default now()
);
create unique index saved_searches__name on saved_searches (project_id, user_id, lower(name));

create table history_settings (
  project_id uuid primary key references projects (id) on delete cascade,
  -- Days after the last word; null keeps conversations for ever.
  retention_days integer check (retention_days between 1 and 3650),
  swept_at timestamptz,
  updated_at timestamptz not null default now(),
  updated_by uuid
);

create table history_exports (
  job_id uuid primary key references jobs (id) on delete cascade,
  project_id uuid not null references projects (id) on delete cascade,
  file_id uuid not null references files (id) on delete cascade,
  is_revealed boolean not null,
  created_at timestamptz not null default now()
);

-- Removing what a visitor said removes it from the intent inbox too.
create index supervised_utterances__conversation on supervised_utterances (conversation_id)
  where conversation_id is not null;
create index conversations__project_visitor on conversations (project_id, visitor_id);

-- Figures per day and everything they can be narrowed to. Ids stay when their object is deleted.
create table analytics_days (
  project_id uuid not null references projects (id) on delete cascade,
  day date not null,
  customer_id uuid not null,
  environment text not null,
  pype_id uuid not null,
  bot_version_id uuid not null,
  conversations integer not null default 0,
  ended integer not null default 0,
  solved integer not null default 0,
  handed_off integer not null default 0,
  turns integer not null default 0,
  fallbacks integer not null default 0,
  low_confidence integer not null default 0,
  errors integer not null default 0,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  cost numeric not null default 0,
  primary key (project_id, day, customer_id, environment, pype_id, bot_version_id)
);

-- How often something happened: an intent, a node, an answer within a span of milliseconds.
create table analytics_counts (
  project_id uuid not null references projects (id) on delete cascade,
  kind text not null check (kind in ('intent', 'node', 'ms')),
  day date not null,
  customer_id uuid not null,
  environment text not null,
  pype_id uuid not null,
  bot_version_id uuid not null,
  name text not null,
  times integer not null default 0,
  primary key (project_id, kind, day, customer_id, environment, pype_id, bot_version_id, name)
);

insert into conversation_changes (conversation_id)
  select id from conversations where not is_test and visitor_message_count > 0;
