-- Reads terms by :ids. Returns one row per term that exists, in the order of :ids. A subselect hides their number from the
-- planner, so that it keeps its plan.
select s.term
from unnest((select :ids::uuid[])) with ordinality as i (id, position)
join shown_terms s on s.id = i.id
order by i.position
