-- Finds the open proposals for a term, or the one that a person has for it. Run glossary/lock-term before it.
-- Returns one row per proposal.
select id from proposals
where
  term_id = :term_id and status = 'open'
  and (:actor_id::uuid is null or proposed_by = :actor_id)
