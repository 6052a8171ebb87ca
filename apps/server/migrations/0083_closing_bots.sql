-- The closing bot runs beside the one that began, whose version the history keeps.
alter table conversations add column end_bot_id uuid references bots (id) on delete set null;
alter table conversations add column end_bot_version_id uuid references bot_versions (id) on delete set null;
-- Deliveries of one conversation go out one after the other, by whoever holds the lock.
alter table external_agent_deliveries add column locked_until timestamptz;
