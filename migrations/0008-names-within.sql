-- Finds terms by the acronym within their name, and without the marks at its ends, also if nobody has changed their names since that began.
-- The functions replace those of sql/functions/term-names.sql, so that an earlier version that still runs adds no name without its parts.
-- step: transaction
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
-- step: batches
-- Only names with such signs have parts. The lock keeps them from changing meanwhile.
with lacking as materialized (
  select t.id, t.name, t.full_name, t.aliases
  from terms t
  where
    t.name ~ '[(/\u2190-\u2bff\U0001f000-\U0001faff™®©℠]'
    and exists (
      select from names_of(t.name, t.full_name, t.aliases) as n
      where
        n.kind = 'alias'
        and not exists (select from term_names k where k.term_id = t.id and k.kind <> 'full_name' and k.key = fold(n.name))
    )
  order by t.id
  limit 2000
  for share
)
insert into term_names (term_id, kind, name)
select l.id, n.kind, n.name
from lacking l
cross join lateral names_of(l.name, l.full_name, l.aliases) as n
where n.kind = 'alias'
on conflict do nothing;
