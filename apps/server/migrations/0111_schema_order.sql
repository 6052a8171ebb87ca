-- A schema is a form, and a form has an order: json keeps the author's, jsonb sorts by length.
alter table package_versions alter column schema type json using schema::json;
alter table applet_versions alter column schema type json using schema::json;
