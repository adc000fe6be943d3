-- Ends :relations, a JSON array of {id, kind, other_id}, as far as they are there, with their history. Returns the
-- relations that have ended, as they were said.
with asked as (
  select * from jsonb_to_recordset(:relations::jsonb) as a (id uuid, kind text, other_id uuid)
),
ended as (
  delete from term_relations r
  using (
    select id, kind, other_id from asked
    union
    select other_id, kind, id from asked where kind = 'differs_from'
  ) as a
  where (r.term_id, r.kind, r.other_id) = (a.id, a.kind, a.other_id)
  returning r as relation, r.*
),
recorded as (
  select record_relations(array(select relation from ended), 'unrelated', :actor_id, :import_id) as nothing
)
select e.term_id as id, e.kind, e.other_id
from ended e
cross join recorded
