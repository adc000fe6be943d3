-- What the deletion of a term would mean. A definition names it if it has one of its names, aliases or the full name as
-- a word, in the singular or the plural; names without a lower-case letter have to be written so. Names are those that
-- no other term has. Returns one row, or none if the term does not exist.
with own as (
  select
    n.name, n.kind, n.loose_key, phraseto_tsquery('english', words(n.name)) as query,
    -- The index has 'slas' as it is.
    phraseto_tsquery('english', words(n.name || 's')) || phraseto_tsquery('english', words(n.name || 'es')) as plurals,
    '(?<!\w)' || replace(escape_regexp(n.name), ' ', '\s+') || '(e?s)?(?!\w)' as pattern,
    n.name <> upper(n.name collate "und-x-icu") as in_any_case
  from term_names n
  where n.term_id = :id
),
-- Names of nothing but stop words, such as IT, are in no index. A common name is in so many definitions that each is
-- read once, whatever the names.
texts as (
  select
    numnode(query) > 0 as is_indexed,
    (string_agg((query || plurals)::text, ' | ') filter (where numnode(query) > 0))::tsquery as query,
    string_agg(pattern, '|') filter (where in_any_case) as in_any_case,
    string_agg(pattern, '|') filter (where not in_any_case) as as_written
  from own
  where kind <> 'misspelling'
  group by numnode(query) > 0
),
named_in as (
  select t.id, t.name, t.status, t.vote_count, t.name_key
  from texts x
  join terms t on t.search @@ x.query
  where x.is_indexed and t.id <> :id and (t.definition ~* x.in_any_case or t.definition ~ x.as_written)
  union
  select t.id, t.name, t.status, t.vote_count, t.name_key
  from texts x
  join terms t on t.definition ~* x.in_any_case or t.definition ~ x.as_written
  where not x.is_indexed and t.id <> :id
)
select
  (
    select jsonb_build_object('total', count(*), 'terms', (
      select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name)), '[]')
      from (
        select n.id, n.name
        from named_in n
        order by
          trust(n.status), n.vote_count desc, n.name_key, n.id
        limit 10
      ) as f
    ))
    from named_in
  ) as named_in,
  (
    (select count(*) from own_relations(t.id)) + (select coalesce(sum(n.total), 0) from inverse_totals(t.id) as n)
  )::integer as relations,
  (
    select count(*)::integer from term_follows f join users u on u.id = f.user_id where f.term_id = t.id and u.is_active
  ) as followers,
  t.vote_count as votes,
  (select count(*)::integer from proposals p where p.term_id = t.id and p.status = 'open') as proposals,
  t.open_disputes as disputes,
  array(
    select (
      array_agg(
        o.name order by case o.kind when 'name' then 1 when 'alias' then 2 when 'full_name' then 4 else 3 end, o.name
      )
    )[1] as name
    from own o
    where not exists (select from term_names k where k.loose_key = o.loose_key and k.term_id <> t.id)
    group by o.loose_key
    order by min(case o.kind when 'name' then 1 when 'alias' then 2 when 'full_name' then 4 else 3 end), 1
  ) as names,
  case when :wanted::boolean then (
    select coalesce(sum(l.lookups), 0)::integer
    from term_lookups l
    where l.term_id = t.id and l.day > (now() at time zone 'UTC')::date - 90
  ) end as looked_up
from terms t
where t.id = :id
