-- The terms that replace others in the end, by :ids of these, however many there are in between. Returns one row per
-- term that is replaced.
with recursive chain (replaced_id, id, step) as (
  select r.term_id, r.other_id, 1
  from term_relations r
  where r.term_id = any (:ids::uuid[]) and r.kind = 'replaced_by'
  union all
  select c.replaced_id, r.other_id, c.step + 1
  from chain c
  join term_relations r on r.term_id = c.id and r.kind = 'replaced_by'
  where c.step < 100
)
select distinct on (c.replaced_id) c.replaced_id, t.id, t.name, t.status
from chain c
join terms t on t.id = c.id
order by c.replaced_id, c.step desc
