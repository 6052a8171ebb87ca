-- The provider's own key, sealed with the server's master key: every server on this database shares it.
create table identity_keys (
  id text primary key,
  sealed text not null,
  created_at timestamptz not null default now()
);
