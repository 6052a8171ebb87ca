-- What was already started in a conversation from outside it: an applet that asks twice is heard once.
create table conversation_flow_starts (
  conversation_id uuid not null references conversations (id) on delete cascade,
  key text not null,
  created_at timestamptz not null default now(),
  primary key (conversation_id, key)
);
