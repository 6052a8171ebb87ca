-- The word people read; the name that code knows stays.
update products set display_name = 'Organisation' where name = 'organization';
