-- A person as the API and the history show one; null for nobody.
create or replace function person(u users) returns jsonb
language sql immutable parallel safe
return case when u.id is not null then jsonb_build_object('id', u.id, 'display_name', u.public_name) end;
