-- The built-in identity provider. Nothing in these tables signs anyone in when read:
-- tokens are hashes, codes are HMACs, shared secrets are sealed with the server's key.
create table identities (
  -- Equals users.id. No foreign key: as with any provider, the identity is there before the user is.
  id uuid primary key,
  external_id text unique,
  schema_id text not null default 'default',
  state text not null default 'active' check (state in ('active', 'inactive')),
  state_changed_at timestamptz not null default now(),
  traits jsonb not null,
  metadata_public jsonb,
  metadata_admin jsonb,
  organization_id uuid,
  -- The highest level the identity's own credentials can reach; spares whoami a look at them.
  available_aal text not null default 'aal1' check (available_aal in ('aal1', 'aal2')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table identity_addresses (
  id uuid primary key,
  identity_id uuid not null references identities (id) on delete cascade,
  value citext not null unique,
  via text not null default 'email' check (via in ('email')),
  verified boolean not null default false,
  status text not null default 'pending' check (status in ('pending', 'sent', 'completed')),
  verified_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index identity_addresses__identity on identity_addresses (identity_id);

create table identity_credentials (
  id uuid primary key,
  identity_id uuid not null references identities (id) on delete cascade,
  type text not null check (type in ('password', 'code', 'totp', 'lookup_secret', 'oidc', 'saml')),
  config jsonb not null default '{}',
  -- The time step of the last accepted TOTP code: no code counts twice.
  last_used_step bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (identity_id, type)
);

create table identity_credential_identifiers (
  credential_id uuid not null references identity_credentials (id) on delete cascade,
  type text not null,
  identifier citext not null,
  primary key (type, identifier)
);
create index identity_credential_identifiers__credential on identity_credential_identifiers (credential_id);

create table identity_sessions (
  id uuid primary key,
  identity_id uuid not null references identities (id) on delete cascade,
  token_hash bytea not null unique,
  aal text not null check (aal in ('aal1', 'aal2')),
  authentication_methods jsonb not null default '[]',
  active boolean not null default true,
  authenticated_at timestamptz not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  device_id uuid not null,
  ip_address text not null default '',
  user_agent text not null default '',
  last_used_at timestamptz not null,
  revoked_at timestamptz
);
create index identity_sessions__identity on identity_sessions (identity_id, issued_at desc);
create index identity_sessions__expiry on identity_sessions (expires_at) where active;

create table identity_flows (
  id uuid primary key,
  kind text not null check (kind in ('login', 'registration', 'recovery', 'verification', 'settings')),
  state text not null,
  active_method text,
  request_url text not null,
  return_to text,
  refresh boolean not null default false,
  requested_aal text not null default 'aal1' check (requested_aal in ('aal1', 'aal2')),
  identity_id uuid references identities (id) on delete cascade,
  -- Null only for flows an administrator made for somebody else's browser.
  csrf_hash bytea,
  messages jsonb not null default '[]',
  -- What the form must remember, sealed: entered addresses, a TOTP secret being enrolled.
  context text not null default '',
  submit_count integer not null default 0,
  issued_at timestamptz not null,
  expires_at timestamptz not null
);
create index identity_flows__expiry on identity_flows (expires_at);

create table identity_codes (
  id uuid primary key,
  flow_id uuid not null references identity_flows (id) on delete cascade,
  identity_id uuid not null references identities (id) on delete cascade,
  address citext not null,
  purpose text not null check (purpose in ('recovery', 'verification', 'login', 'registration')),
  code_mac bytea not null,
  used_at timestamptz,
  issued_at timestamptz not null,
  expires_at timestamptz not null
);
create index identity_codes__flow on identity_codes (flow_id);

-- One row per key, the generic cell rate algorithm: exact across restarts and servers.
create table identity_rate_limits (
  key bytea primary key,
  full_at timestamptz not null
);
create index identity_rate_limits__full on identity_rate_limits (full_at);

-- What must survive a trip through another site: a settings change that waits for a new
-- sign-in, a sign-in at an OpenID or SAML provider.
create table identity_continuity (
  token_hash bytea primary key,
  name text not null,
  identity_id uuid references identities (id) on delete cascade,
  payload text not null,
  expires_at timestamptz not null
);
create index identity_continuity__expiry on identity_continuity (expires_at);

-- Assertions that were accepted, until they would expire anyway.
create table identity_spent_assertions (
  hash bytea primary key,
  expires_at timestamptz not null
);
create index identity_spent_assertions__expiry on identity_spent_assertions (expires_at);

create table identity_errors (
  id uuid primary key,
  error jsonb not null,
  created_at timestamptz not null default now()
);
