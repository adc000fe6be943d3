-- Counts the terms of each status (table term_counts).

-- The slot in which a transaction counts. One that takes long, such as an import, has one of its own
-- (glossary.count_slot), so that no other writer waits for it.
create or replace function count_slot() returns integer
language sql volatile
return coalesce(nullif(current_setting('glossary.count_slot', true), '')::integer, pg_backend_pid() % 16);

create or replace function add_term_count(of_status text, change bigint) returns void
language sql as $$
  insert into term_counts as c (status, slot, total) values (of_status, count_slot(), change)
  on conflict (status, slot) do update set total = c.total + excluded.total
$$;

create or replace function count_inserted_terms() returns trigger
language plpgsql as $$
begin
  perform add_term_count(status, count(*)) from changed group by status order by status;
  return null;
end
$$;

create or replace function count_deleted_terms() returns trigger
language plpgsql as $$
begin
  perform add_term_count(status, -count(*)) from changed group by status order by status;
  return null;
end
$$;

-- In the order of their statuses, so that two writers of the same slot cannot deadlock.
create or replace function count_changed_term() returns trigger
language plpgsql as $$
begin
  perform add_term_count(status, change)
  from (values (old.status, -1), (new.status, 1)) as changed (status, change)
  order by status;
  return null;
end
$$;

create or replace function clear_term_counts() returns trigger
language plpgsql as $$
begin
  delete from term_counts;
  return null;
end
$$;

create or replace trigger terms_count_inserted
  after insert on terms referencing new table as changed
  for each statement execute function count_inserted_terms();

create or replace trigger terms_count_deleted
  after delete on terms referencing old table as changed
  for each statement execute function count_deleted_terms();

create or replace trigger terms_count_changed
  after update of status on terms
  for each row when (old.status is distinct from new.status)
  execute function count_changed_term();

create or replace trigger terms_count_truncated
  after truncate on terms
  for each statement execute function clear_term_counts();
