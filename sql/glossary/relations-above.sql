-- The agreed relations of a :kind over which :relations, a JSON array of {id, other_id}, could close a circle: all that
-- the other terms lead to, if anything leads to the terms themselves. Returns one row for each.
with asked as (
  select * from jsonb_to_recordset(:relations::jsonb) as a (id uuid, other_id uuid)
),
starts as (
  select distinct a.other_id as id
  from asked a
  where
    a.id in (select other_id from asked)
    or exists (
      select from relation_totals n where n.term_id = a.id and n.kind = inverse_kind(:kind) and n.total <> 0
    )
)
select r.term_id as id, r.other_id
from terms_above(array(select id from starts), :kind) as above (id)
join term_relations r on r.term_id = above.id and r.kind = :kind and r.is_agreed
