-- Reads terms by :ids, in any order. Returns one row per term that exists.
select
  t.id, t.name, t.full_name, t.definition, t.category, t.aliases, t.status, t.version, t.vote_count,
  t.open_disputes,
  t.owner_id, o.public_name as owner_name, t.is_stale, t.last_confirmed_at, t.source,
  t.created_at, t.updated_at
from terms t
left join users o on o.id = t.owner_id
where t.id = any (:ids::uuid[])
