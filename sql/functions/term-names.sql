-- Keeps what each term is called, a row each (table term_names). Migrations 0008 and 0021 say what that is (names_of),
-- because whoever changes it has to change the rows that are there.

create or replace function add_term_names() returns trigger
language plpgsql as $$
begin
  insert into term_names (term_id, kind, name)
  select a.id, n.kind, n.name
  from added a
  cross join lateral names_of(a.name, a.full_name, a.aliases) as n;
  return null;
end
$$;

create or replace function change_term_names() returns trigger
language plpgsql as $$
begin
  delete from term_names where term_id = new.id;
  insert into term_names (term_id, kind, name)
  select new.id, n.kind, n.name
  from names_of(new.name, new.full_name, new.aliases) as n;
  return null;
end
$$;

create or replace trigger terms_add_names
  after insert on terms referencing new table as added
  for each statement execute function add_term_names();

create or replace trigger terms_change_names
  after update of name, full_name, aliases on terms
  for each row when (
    (old.name, old.full_name, old.aliases) is distinct from (new.name, new.full_name, new.aliases)
  )
  execute function change_term_names();

-- Processes keep names in memory. This tells them that there are new ones.
create or replace function notify_new_names() returns trigger
language plpgsql as $$
begin
  notify term_names;
  return null;
end
$$;

create or replace trigger term_names_notify
  after insert on term_names
  for each statement execute function notify_new_names();

-- What tells a term apart where it is only named: its full name or its category if another term has its name, too;
-- otherwise null. What nobody has explained yet does not count.
create or replace function meaning_of(named uuid) returns text
language sql stable as $$
  select coalesce(t.full_name, t.category)
  from terms t
  where
    t.id = named
    and exists (select from terms o where o.name_key = t.name_key and o.id <> t.id and o.status <> 'suggested')
$$;

-- The name of a term in a message or a list, with its meaning where another term has the name, too.
create or replace function with_meaning(name text, named uuid) returns text
language sql stable
return name || coalesce(' (' || meaning_of(named) || ')', '');
