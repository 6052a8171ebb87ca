-- Filters and counts walk over many rows of history_entries and never read their long texts: those live beside the
-- table, so that twenty rows fit on a page instead of two. What filters do read stays in the row.
alter table history_entries set (toast_tuple_target = 256);
alter table history_entries alter column intents set storage main;
alter table history_entries alter column labels set storage main;
alter table history_entries alter column node_ids set storage main;
alter table history_entries alter column version_ids set storage main;
