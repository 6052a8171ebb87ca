-- Which parts of the demo data were written, so that each is written once.
create table demo_seeds (
  name text primary key,
  seeded_at timestamptz not null default now()
);
