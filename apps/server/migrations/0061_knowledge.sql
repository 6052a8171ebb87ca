-- Documents a solution answers from: their text in chunks, and the words in them.
create table knowledge_files (
  file_id uuid primary key references files (id) on delete cascade,
  project_id uuid not null references projects (id) on delete cascade,
  status text not null default 'UPLOADED' check (status in ('UPLOADED', 'INDEXING', 'INDEXED', 'FAILED')),
  -- A name that stays the same across releases, such as pdf_encrypted, and a sentence.
  error_code text,
  error text,
  characters integer not null default 0,
  chunk_count integer not null default 0,
  embedding_model text not null default '',
  job_id uuid references jobs (id) on delete set null,
  indexed_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default now()
);
create index knowledge_files__project on knowledge_files (project_id, created_at desc);

create table knowledge_chunks (
  id uuid primary key,
  file_id uuid not null references knowledge_files (file_id) on delete cascade,
  position integer not null,
  heading text not null default '',
  content text not null,
  search tsvector generated always as (
    setweight(to_tsvector('english', heading), 'A') || setweight(to_tsvector('english', content), 'B')) stored,
  -- Of unit length, so that a scalar product is the cosine.
  embedding real[],
  unique (file_id, position)
);
create index knowledge_chunks__search on knowledge_chunks using gin (search);

-- How many chunks of a file hold a word: rare words say more about what is asked than common ones.
create table knowledge_terms (
  file_id uuid not null references knowledge_files (file_id) on delete cascade,
  lexeme text not null,
  chunks integer not null,
  primary key (lexeme, file_id)
);
create index knowledge_terms__file on knowledge_terms (file_id);
create index knowledge_terms__similar on knowledge_terms using gin (lexeme gin_trgm_ops);
