-- Finds the open proposal that a person has for a term. Run terms/lock before it. Returns one row or none.
select id from proposals
where term_id = :term_id and proposed_by = :actor_id and status = 'open'
