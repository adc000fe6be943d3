-- Finds the relation of the term :id to :other_id; one that holds both ways is that of either. Returns who says it, and
-- whether it is agreed; or no row.
select r.term_id as id, r.other_id, r.is_agreed
from term_relations r
where
  r.kind = :kind
  and (
    (r.term_id, r.other_id) = (:id, :other_id)
    or r.kind = 'differs_from' and (r.term_id, r.other_id) = (:other_id, :id)
  )
