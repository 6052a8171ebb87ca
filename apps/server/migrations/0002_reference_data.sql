insert into products (id, name, display_name, is_tool) values
  ('0190a000-0000-7000-8000-000000000001', 'organization', 'Organization', false),
  ('0190a000-0000-7000-8000-000000000002', 'pro_studio', 'Pro Studio', true),
  ('0190a000-0000-7000-8000-000000000003', 'agent_assist', 'Agent Assist', true),
  ('0190a000-0000-7000-8000-000000000004', 'analytics', 'Analytics', true);

insert into environments (id, name) values
  ('0190a000-0000-7000-8000-000000000011', 'Sandbox'),
  ('0190a000-0000-7000-8000-000000000012', 'Live');

insert into locales (id, name, locale, language_code) values
  ('0190a000-0000-7000-8000-000000000021', 'English', 'en', 'en');

insert into locales (id, name, locale, language_code, for_users) values
  ('0190a000-0000-7000-8000-000000000022', 'German', 'de', 'de', false),
  ('0190a000-0000-7000-8000-000000000023', 'French', 'fr', 'fr', false),
  ('0190a000-0000-7000-8000-000000000024', 'Spanish', 'es', 'es', false),
  ('0190a000-0000-7000-8000-000000000025', 'Portuguese', 'pt', 'pt', false),
  ('0190a000-0000-7000-8000-000000000026', 'Italian', 'it', 'it', false),
  ('0190a000-0000-7000-8000-000000000027', 'Dutch', 'nl', 'nl', false),
  ('0190a000-0000-7000-8000-000000000028', 'Polish', 'pl', 'pl', false),
  ('0190a000-0000-7000-8000-000000000029', 'Japanese', 'ja', 'ja', false);

-- The zones PostgreSQL knows, named Area/City; ids follow from the name so that every database agrees.
insert into time_zones (id, identifier, label)
select md5('time zone ' || name)::uuid, name,
  replace(substring(name from '[^/]+$'), '_', ' ') || ' (' || replace(name, '_', ' ') || ')'
from pg_timezone_names
where name ~ '^(Africa|America|Antarctica|Asia|Atlantic|Australia|Europe|Indian|Pacific)/' or name = 'UTC';
