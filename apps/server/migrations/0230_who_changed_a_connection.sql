-- Who is told to others that edit the same connection.
alter table custom_auth_methods add column updated_by uuid;
