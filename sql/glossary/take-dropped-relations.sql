-- Takes the relations that the terms with :ids had when they were deleted, if both terms are there now. With :as_id,
-- they are those of this term, which two deleted ones cannot share. Returns them, what the terms say first.
with dropped as (
  delete from dropped_relations d
  where
    (d.term_id = any (:ids::uuid[]) or d.other_id = any (:ids::uuid[]))
    and exists (
      select from terms t
      where t.id = case when d.term_id = any (:ids::uuid[]) then coalesce(:as_id::uuid, d.term_id) else d.term_id end
    )
    and exists (
      select from terms t
      where t.id = case when d.other_id = any (:ids::uuid[]) then coalesce(:as_id::uuid, d.other_id) else d.other_id end
    )
  returning
    case when d.term_id = any (:ids::uuid[]) then coalesce(:as_id::uuid, d.term_id) else d.term_id end as id, d.kind,
    case when d.other_id = any (:ids::uuid[]) then coalesce(:as_id::uuid, d.other_id) else d.other_id end as other_id,
    d.is_agreed, d.term_id = any (:ids::uuid[]) as is_own
)
select d.id, d.kind, d.other_id, d.is_agreed
from dropped d
order by d.is_own desc, d.kind, d.id, d.other_id
