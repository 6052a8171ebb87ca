-- Private files, such as a solution's documents, are never served by their public id alone.
alter table files add column is_private boolean not null default false;
