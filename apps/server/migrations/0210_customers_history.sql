-- A search in one customer's history names its project as well: an index that begins with both is taken for it, where
-- PostgreSQL used to read the conversations of all customers of the project.
drop index history_entries__customer;
create index history_entries__customer on history_entries (project_id, customer_id, started_at desc, conversation_id desc);
