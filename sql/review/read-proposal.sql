-- Reads a proposal. Returns one row or none.
select
  p.id, p.term_id, p.base_version, p.changes, p.note, p.status, p.created_at, p.decided_at,
  p.decision_note, person(a) as proposed_by, person(d) as decided_by
from proposals p
join users a on a.id = p.proposed_by
left join users d on d.id = p.decided_by
where p.id = :id
