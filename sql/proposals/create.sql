-- Stores a proposal and notifies the owner of the term. The proposer has no other open proposal for it.
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
    jsonb_build_object('name', t.name, 'term_id', t.id, 'changes', :changes::jsonb)
  from created c
  join terms t on t.id = c.term_id
),
notification as (
  insert into outbox_messages (user_id, kind, payload)
  select
    t.owner_id, 'term.proposed',
    jsonb_build_object(
      'term_id', t.id, 'name', t.name, 'actor_id', :actor_id::uuid, 'note', :note::text,
      'proposal_id', c.id
    )
  from created c
  join terms t on t.id = c.term_id
  where t.owner_id <> :actor_id
)
select id from created
