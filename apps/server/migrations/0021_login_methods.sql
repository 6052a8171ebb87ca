-- How the people of an organisation sign in: built-in methods, and connections of its own.
create table default_auth_methods (
  id uuid primary key,
  name text not null unique,
  provider_id text not null unique,
  description text not null default ''
);
insert into default_auth_methods (id, name, provider_id, description) values
  ('0190a000-0000-7000-8000-000000000101', 'Password', 'password', 'E-mail address and password'),
  ('0190a000-0000-7000-8000-000000000102', 'One-time code', 'code', 'A code sent to the e-mail address');

create table custom_auth_methods (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  type text not null check (type in ('OIDC', 'SAML')),
  name text not null check (length(name) between 1 and 120),
  -- Names the connection in addresses of the provider, so it is unique everywhere and safe in a path.
  provider_id text not null unique check (provider_id ~ '^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$'),
  client_id text not null default '',
  client_secret_encrypted text,
  issuer_url text not null default '',
  email_attribute text not null default 'email',
  username_attribute text not null default '',
  entity_issuer text not null default '',
  settings jsonb not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index custom_auth_methods__account_name on custom_auth_methods (account_id, lower(name));

create table account_auth_method_settings (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  is_active boolean not null default true,
  is_default boolean not null default false,
  auth_method_id uuid references default_auth_methods (id),
  custom_auth_method_id uuid references custom_auth_methods (id) on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (num_nonnulls(auth_method_id, custom_auth_method_id) = 1),
  unique (account_id, auth_method_id),
  unique (account_id, custom_auth_method_id)
);
create unique index account_auth_method_settings__default on account_auth_method_settings (account_id) where is_default;
