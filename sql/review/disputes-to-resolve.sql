-- Reads the disputes that are to be resolved, with the owner of their term: one, resolved or not, or all open ones of a
-- term. Run glossary/lock-term before it. Returns one row per dispute.
select d.id, d.opened_by, d.resolution, t.owner_id
from disputes d
join terms t on t.id = d.term_id
where d.id = :id or (d.term_id = :term_id and d.resolution is null)
