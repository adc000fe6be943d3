-- Agrees to what the term :id says of :other_id, whose history it enters, and forgets that it was refused. Returns
-- whether that term says as many relations itself as it can: then nothing is agreed to.
with room as (
  select :kind::text = 'differs_from' and (select count(*) from own_relations(:other_id)) >= 20 as is_full
),
agreed as (
  update term_relations r
  set is_agreed = true
  from room
  where (r.term_id, r.kind, r.other_id) = (:id, :kind, :other_id) and not room.is_full
  returning r as relation
),
forgotten as (
  delete from refused_relations where (term_id, kind, other_id) = (:id, :kind, :other_id)
)
select room.is_full, record_relations(array[a.relation], 'related', :actor_id, in_own => false) as recorded
from room
left join agreed a on true
