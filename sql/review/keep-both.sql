-- Remembers that the meanings of a name are different ones, of which two are given, with an audit event: for all pairs
-- of these meanings that look like duplicates, as they are one item of the review queue. The lock waits for those that
-- are being deleted. Returns whether that was not known yet of the two, or no row if one of the terms does not exist.
with two as (
  select t.id, t.name, o.id as other_id, least(t.id, o.id) as first_id, greatest(t.id, o.id) as second_id
  from terms t
  cross join terms o
  where t.id = :id and o.id = :other_id and t.id <> o.id
),
meanings as (
  select distinct m.term_id, left(f.key, 100) as full_name_key
  from two p
  join term_names a on a.term_id = p.id and a.kind in ('name', 'alias')
  join term_names b
    on b.term_id = p.other_id and b.kind in ('name', 'alias') and b.loose_key = a.loose_key
  join term_names m on m.loose_key = a.loose_key and m.kind in ('name', 'alias')
  left join term_names f on f.term_id = m.term_id and f.kind = 'full_name'
),
locked as materialized (
  select id from terms
  where id in (:id, :other_id) or id in (select term_id from meanings)
  order by id
  for key share
),
pair as (
  select two.* from two join locked a on a.id = first_id join locked b on b.id = second_id
),
pairs as (
  select first_id as term_id, second_id as other_id from pair
  union
  select a.term_id, b.term_id
  from meanings a
  join meanings b on a.term_id < b.term_id
  join locked la on la.id = a.term_id
  join locked lb on lb.id = b.term_id
  where
    a.full_name_key is null or b.full_name_key is null
    or similarity(a.full_name_key, b.full_name_key) >= 0.6
),
kept as (
  -- All at the same time, by which what was decided together is known.
  insert into distinct_meanings (term_id, other_id, decided_by, decided_at)
  select term_id, other_id, :actor_id, now()
  from pairs
  where not exists (
    select from distinct_meanings d
    join pair p on p.first_id = d.term_id and p.second_id = d.other_id
  )
  order by term_id, other_id -- so that two that are kept at once cannot deadlock
  on conflict do nothing
  returning term_id, other_id
),
decided as (
  select p.* from pair p join kept k on k.term_id = p.first_id and k.other_id = p.second_id
),
audit as (
  insert into audit_events (actor_id, action, target_type, target_id, payload)
  select
    :actor_id, 'term.dismissed', 'term', id,
    jsonb_build_object('name', name, 'two_meanings_with', other_id)
  from decided
)
select exists (select from decided) as is_new from pair
