-- Where each word stands, so that ranking reads short lists instead of whole passages; and every word of a project
-- once, to look misspelt ones up in.
drop index knowledge_terms__similar;
alter table knowledge_terms add column positions integer[] not null default '{}';

create table knowledge_words (
  project_id uuid not null references projects (id) on delete cascade,
  lexeme text not null,
  primary key (project_id, lexeme)
);
create index knowledge_words__similar on knowledge_words using gin (lexeme gin_trgm_ops);

delete from knowledge_terms;
insert into knowledge_terms (file_id, lexeme, chunks, positions)
  select c.file_id, w.lexeme, count(*), array_agg(c.position order by c.position)
  from knowledge_chunks c, unnest(c.search) w where length(w.lexeme) <= 200 group by 1, 2;
insert into knowledge_words (project_id, lexeme)
  select distinct k.project_id, t.lexeme from knowledge_terms t join knowledge_files k on k.file_id = t.file_id;
