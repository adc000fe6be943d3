-- How many terms there are of each status, so that nobody has to count a million. Every writer adds to a
-- slot of its own connection, as all would wait for each other at a single number; the sum is exact in
-- every snapshot.
create table term_counts (
  status text not null check (status in ('suggested', 'pending', 'community', 'official')),
  slot integer not null,
  total bigint not null,
  primary key (status, slot)
) with (fillfactor = 50);

insert into term_counts (status, slot, total)
select status, 0, count(*) from terms group by status;

create function add_term_count(of_status text, change bigint) returns void
language sql as $$
  insert into term_counts as c (status, slot, total)
  values (of_status, pg_backend_pid() % 16, change)
  on conflict (status, slot) do update set total = c.total + excluded.total
$$;

create function count_inserted_terms() returns trigger
language plpgsql as $$
begin
  perform add_term_count(status, count(*)) from changed group by status order by status;
  return null;
end
$$;

create function count_deleted_terms() returns trigger
language plpgsql as $$
begin
  perform add_term_count(status, -count(*)) from changed group by status order by status;
  return null;
end
$$;

-- Both in the order of their names, as everywhere here: two writers in a slot cannot wait for each other.
create function count_moved_term() returns trigger
language plpgsql as $$
begin
  perform add_term_count(status, change)
  from (values (old.status, -1), (new.status, 1)) as moved (status, change)
  order by status;
  return null;
end
$$;

create function forget_term_counts() returns trigger
language plpgsql as $$
begin
  delete from term_counts;
  return null;
end
$$;

create trigger terms_count_inserted
  after insert on terms referencing new table as changed
  for each statement execute function count_inserted_terms();

create trigger terms_count_deleted
  after delete on terms referencing old table as changed
  for each statement execute function count_deleted_terms();

create trigger terms_count_moved
  after update of status on terms
  for each row when (old.status is distinct from new.status)
  execute function count_moved_term();

create trigger terms_count_truncated
  after truncate on terms
  for each statement execute function forget_term_counts();

-- The order of the list with the id in it: a far page passes over thousands of entries, and should not
-- read the term of each.
alter table terms drop constraint terms_meaning_key;
alter table terms add constraint terms_meaning_key
  unique (name_key, full_name_key, category_key) include (id);
drop index terms_status_idx;
create index terms_status_idx on terms (status, name_key, full_name_key, category_key) include (id);
