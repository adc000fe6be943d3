-- A person as the API and the history show one; null for nobody.
create or replace function person(u users) returns jsonb
language sql immutable parallel safe
return case when u.id is not null then jsonb_build_object('id', u.id, 'display_name', u.public_name) end;

-- The ID of a user who is active, and stays so until the end of the transaction; no row for one who is not. What is
-- made for a person, whose deactivation ends it, begins with it: a foreign key only locks the key of their row, and
-- would not wait for a deactivation that has not been committed.
create or replace function lock_active_user(id uuid) returns setof uuid
language sql as $$
  select u.id from users u where u.id = $1 and u.is_active for share
$$;
