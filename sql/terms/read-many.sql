-- Reads terms by :ids. Returns one row per term that exists, in the order of :ids.
select s.term
from unnest(:ids::uuid[]) with ordinality as i (id, position)
join shown_terms s on s.id = i.id
order by i.position
