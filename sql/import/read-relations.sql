-- Reads the relations that the terms with :ids say themselves. Returns one row per relation, with what a file calls the
-- other term.
with said as (
  select i.id, r.kind, r.other_id
  from unnest(:ids::uuid[]) as i (id)
  cross join lateral own_relations(i.id) as r
)
select s.id, s.kind, s.other_id, c.called
from said s
join called(array(select distinct other_id from said)) as c on c.id = s.other_id
order by s.id, s.kind, c.called
