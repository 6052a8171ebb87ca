-- Every word that was said in a project, and in how many of its conversations (decision 160). A slip of the pen is
-- looked up here, among thousands of words, instead of in the letters of every conversation.
create table history_words (
  project_id uuid not null,
  word text not null,
  conversations integer not null,
  primary key (project_id, word)
) with (fillfactor = 70);

insert into history_words (project_id, word, conversations)
  select project_id, word, count(*) from history_entries, unnest(tsvector_to_array(words)) as word group by 1, 2;
create index history_words__letters on history_words using gin (project_id, word gin_trgm_ops);

-- Counted where the rows change, so that a word goes with the last conversation it was said in, however that goes.
create function count_history_words() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into history_words as known (project_id, word, conversations)
      select project_id, word, count(*) from now_there, unnest(tsvector_to_array(words)) as word
      group by 1, 2 order by 1, 2
      on conflict (project_id, word) do update set conversations = known.conversations + excluded.conversations;
  elsif tg_op = 'UPDATE' then
    with changed as (
      select project_id, word, sum(step)::int as step from (
        select project_id, unnest(tsvector_to_array(words)) as word, 1 as step from now_there
        union all
        select project_id, unnest(tsvector_to_array(words)), -1 from was_there) each
      group by 1, 2 having sum(step) <> 0 order by 1, 2
    ), fewer as (
      update history_words known set conversations = known.conversations + changed.step from changed
      where changed.step < 0 and known.project_id = changed.project_id and known.word = changed.word
        and known.conversations + changed.step > 0
    ), gone as (
      delete from history_words known using changed
      where changed.step < 0 and known.project_id = changed.project_id and known.word = changed.word
        and known.conversations + changed.step <= 0
    )
    insert into history_words as known (project_id, word, conversations)
      select project_id, word, step from changed where step > 0
      on conflict (project_id, word) do update set conversations = known.conversations + excluded.conversations;
  else
    with gone as (
      select project_id, word, count(*) as times from was_there, unnest(tsvector_to_array(words)) as word group by 1, 2
    ), left_over as (
      update history_words known set conversations = known.conversations - gone.times from gone
      where known.project_id = gone.project_id and known.word = gone.word and known.conversations > gone.times
    )
    delete from history_words known using gone
      where known.project_id = gone.project_id and known.word = gone.word and known.conversations <= gone.times;
  end if;
  return null;
end $$;
create trigger history_entries__words_insert after insert on history_entries referencing new table as now_there
  for each statement execute function count_history_words();
create trigger history_entries__words_update after update on history_entries
  referencing old table as was_there new table as now_there
  for each statement execute function count_history_words();
create trigger history_entries__words_delete after delete on history_entries referencing old table as was_there
  for each statement execute function count_history_words();

-- The letters of whole conversations are no longer needed, and their index, the largest of the database, goes.
-- The column itself stays empty for the version before this one, which still reads it; the next version drops it.
drop index history_entries__letters;
alter table history_entries alter column letters set default '';

-- Searched by letters, which PostgreSQL would do without an index under a policy (decision 130).
do $$
begin
  execute replace(pg_get_functiondef('apply_row_security()'::regprocedure), '''history_entries'',', '''history_entries'', ''history_words'',');
end $$;
