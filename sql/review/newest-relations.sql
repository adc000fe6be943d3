-- Reads the newest changes of a term, :id, as many as there are :other_ids, as far as they are relations to these that
-- a person, :actor_id, added. Returns one row per relation.
select k.kind, h.other_id
from (
  select n.* from term_history n where n.term_id = :id order by n.seq desc limit cardinality(:other_ids::uuid[])
) as h
cross join lateral jsonb_object_keys(h.changes) as k (kind)
where h.action = 'related' and h.actor_id = :actor_id and h.other_id = any (:other_ids::uuid[])
order by h.seq desc
