-- Lists proposals, newest first, with the number of all. :status and :term_id may be null.
-- Returns one row per proposal of the page, or a single row with a null id if the page is empty.
with matches as (
  select * from proposals
  where
    (:status::text is null or status = :status)
    and (:term_id::uuid is null or term_id = :term_id)
)
select
  c.total,
  p.id, p.term_id, p.base_version, p.changes, p.note, p.status, p.created_at, p.decided_at,
  p.decision_note, person(a) as proposed_by, person(d) as decided_by
from (select count(*)::integer as total from matches) as c
left join (
  select * from matches order by created_at desc, id limit :limit offset :offset
) as p on true
left join users a on a.id = p.proposed_by
left join users d on d.id = p.decided_by
order by p.created_at desc, p.id
