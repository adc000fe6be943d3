-- Keeps what each term is called, a row each (table term_names).

-- What else a name says that a term is called: the parts of a name that keeps its acronym ('Quality Zone Audit (QZX)', 'QZC / QZD'),
-- and a name without the emoji and marks at its ends ('QZA™').
create or replace function names_within(name text) returns setof text
language sql immutable as $$
  with plain as (
    select trim(
      regexp_replace(
        name, '^([\u2190-\u2bff\U0001f000-\U0001faff][\ufe0f\u200d[:space:]]*)+|([[:space:]]*[\u2190-\u2bff\U0001f000-\U0001faff™®©℠][\ufe0f\u200d]*)+$',
        '', 'g'
      )
    ) as name
  ),
  parts as (
    select trim(part) as part
    from plain p
    cross join lateral (
      select unnest(regexp_match(p.name, '^([^()]*[^()[:space:]])[[:space:]]*[(]([^()]+)[)]$')) as part
      union all
      select regexp_split_to_table(p.name, '[[:space:]]+/[[:space:]]+') where p.name ~ '[[:space:]]/[[:space:]]'
    ) as n
  )
  select p.name from plain p where p.name <> names_within.name and p.name <> ''
  union
  select part
  from parts
  where char_length(part) > 1 and exists (select from parts where part ~ '^[A-Z0-9&.-]*[A-Z][A-Z0-9&.-]*[A-Z0-9]$')
$$;

-- What a term is called, each once.
create or replace function names_of(name text, full_name text, aliases jsonb)
returns table (kind text, name text)
language sql immutable as $$
  select 'name', $1
  union all
  select 'full_name', $2 where $2 is not null
  union all
  select a.kind, a.name from jsonb_to_recordset($3) as a (kind text, name text)
  union all
  select 'alias', w.name
  from (select distinct on (fold(n)) n as name from names_within($1) as n) as w
  where
    fold(w.name) <> fold($1)
    and not exists (select from jsonb_to_recordset($3) as a (name text) where fold(a.name) = fold(w.name))
$$;

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
