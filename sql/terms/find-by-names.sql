-- Finds all meanings of :names, ignoring case, sorted by name; the most trusted meaning comes first.
-- Returns one row per term, at most :limit.
select
  t.id, t.name, t.full_name, t.definition, t.category, t.aliases, t.status, t.version, t.vote_count,
  t.open_disputes,
  t.owner_id, o.public_name as owner_name, t.is_stale, t.last_confirmed_at, t.source,
  t.created_at, t.updated_at
from terms t
left join users o on o.id = t.owner_id
where t.name_key in (select fold(n.name) from unnest(:names::text[]) as n (name))
order by
  t.name_key,
  array_position(array['official', 'community', 'pending', 'suggested'], t.status),
  t.vote_count desc, t.full_name_key, t.category_key
limit :limit
