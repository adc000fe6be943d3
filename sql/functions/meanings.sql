-- Counts the meanings of each name, in the statement that adds or removes one, so that the limit holds for
-- concurrent transactions, too (table name_meanings). Names with the same loose key are one name, as in a lookup.

-- In the order of the names, so that two writers of the same names cannot deadlock.
create or replace function count_meanings() returns trigger
language plpgsql as $$
begin
  insert into name_meanings as m (loose_key, meanings)
  select loose(name) as loose_key, case tg_op when 'INSERT' then count(*) else -count(*) end
  from changed
  group by loose_key
  order by loose_key
  on conflict (loose_key) do update set meanings = m.meanings + excluded.meanings;
  return null;
end
$$;

create or replace function count_renamed_meaning() returns trigger
language plpgsql as $$
begin
  insert into name_meanings as m (loose_key, meanings)
  select loose_key, change
  from (values (loose(old.name), -1), (loose(new.name), 1)) as changed (loose_key, change)
  order by loose_key
  on conflict (loose_key) do update set meanings = m.meanings + excluded.meanings;
  return null;
end
$$;

create or replace function clear_meanings() returns trigger
language plpgsql as $$
begin
  delete from name_meanings;
  return null;
end
$$;

-- Triggers fire in the order of their names. These fire before those that collect words and count terms, because
-- sql/glossary/create-term.sql also locks the name first: with another order, two writers could deadlock.
create or replace trigger meanings_inserted
  after insert on terms referencing new table as changed
  for each statement execute function count_meanings();

create or replace trigger meanings_deleted
  after delete on terms referencing old table as changed
  for each statement execute function count_meanings();

create or replace trigger meanings_renamed
  after update of name on terms
  for each row when (loose(old.name) is distinct from loose(new.name))
  execute function count_renamed_meaning();

create or replace trigger meanings_truncated
  after truncate on terms
  for each statement execute function clear_meanings();
