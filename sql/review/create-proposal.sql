-- Stores a proposal. The proposer has no other open proposal for the term.
-- Returns the ID of the proposal.
with created as (
  insert into proposals (term_id, base_version, changes, note, proposed_by)
  values (:term_id, :base_version, :changes::jsonb, :note, :actor_id)
  returning id, term_id
),
audit as (
  insert into audit_events (actor_id, action, target_type, target_id, payload)
  select
    :actor_id, 'proposal.created', 'proposal', c.id,
    jsonb_build_object('name', t.name, 'term_id', t.id, 'changes', :changes::jsonb, 'note', :note::text)
  from created c
  join terms t on t.id = c.term_id
)
select id from created
