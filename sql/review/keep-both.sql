-- Remembers that two terms have two meanings, with an audit event.
-- Returns whether that was not known yet, or no row if one of the terms does not exist.
with pair as (
  select t.id, t.name, o.id as other_id, o.full_name, o.category
  from terms t
  cross join terms o
  where t.id = :id and o.id = :other_id and t.id <> o.id
),
kept as (
  insert into distinct_meanings (term_id, other_id, decided_by)
  select least(id, other_id), greatest(id, other_id), :actor_id from pair
  on conflict do nothing
  returning term_id
),
audit as (
  insert into audit_events (actor_id, action, target_type, target_id, payload)
  select
    :actor_id, 'term.dismissed', 'term', p.id,
    jsonb_build_object('name', p.name, 'two_meanings_with', p.other_id)
  from pair p
  cross join kept
)
select exists (select from kept) as is_new from pair
