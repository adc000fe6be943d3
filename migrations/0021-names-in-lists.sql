-- Finds terms by each acronym of a name that is a list of them ('QZEE, QZFF'), and by a name without its footnote mark
-- ('QZX¹').
-- step: transaction
-- As in migration 0008, with commas and footnote marks.
create or replace function names_within(name text) returns setof text
language sql immutable as $$
  with plain as (
    select trim(
      regexp_replace(
        name,
        '^([\u2190-\u2bff\U0001f000-\U0001faff][\ufe0f\u200d[:space:]]*)+'
        '|([[:space:]]*[\u2190-\u2bff\U0001f000-\U0001faff™®©℠⁰¹²³⁴-⁹][\ufe0f\u200d]*)+$',
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
      union all
      select regexp_split_to_table(p.name, ',[[:space:]]*')
      where p.name ~ '^[A-Z0-9&.-]*[A-Z][A-Z0-9&.-]*[A-Z0-9](,[[:space:]]*[A-Z0-9&.-]*[A-Z][A-Z0-9&.-]*[A-Z0-9])+$'
    ) as n
  )
  select p.name from plain p where p.name <> names_within.name and p.name <> ''
  union
  select part
  from parts
  where char_length(part) > 1 and exists (select from parts where part ~ '^[A-Z0-9&.-]*[A-Z][A-Z0-9&.-]*[A-Z0-9]$')
$$;
-- step: batches
-- Only names with such signs have parts that they lack. The lock keeps them from changing meanwhile.
with lacking as materialized (
  select t.id, t.name, t.full_name, t.aliases
  from terms t
  where
    t.name ~ '[,⁰¹²³⁴-⁹]'
    and exists (
      select from names_of(t.name, t.full_name, t.aliases) as n
      where
        n.kind = 'alias'
        and not exists (
          select from term_names k where k.term_id = t.id and k.kind <> 'full_name' and k.key = fold(n.name)
        )
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
