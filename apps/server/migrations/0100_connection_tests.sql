-- A sign-in with the draft of a connection that nobody has saved: who tries it, with what, and what came back.
create table identity_connection_tests (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  identity_id uuid not null references identities (id) on delete cascade,
  -- The draft and what the way back needs, sealed with the provider's key.
  draft text not null,
  state text not null default 'waiting' check (state in ('waiting', 'succeeded', 'failed')),
  -- Claims are about a person: sealed as well.
  outcome text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index identity_connection_tests__expiry on identity_connection_tests (expires_at);
create index identity_connection_tests__account on identity_connection_tests (account_id);
create index identity_connection_tests__identity on identity_connection_tests (identity_id);
