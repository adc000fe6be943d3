-- Reads terms by :ids, with their relations, which are null for those that have none. Returns one row per term that
-- exists, in the order of :ids. A subselect hides their number from the planner, so that it keeps its plan.
select s.term, r.relations
from unnest((select :ids::uuid[])) with ordinality as i (id, position)
join terms t on t.id = i.id
left join users o on o.id = t.owner_id
cross join lateral shown_term(t, o.public_name) as s
cross join lateral shown_relations(t.id) as r
order by i.position
