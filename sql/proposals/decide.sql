-- Decides an open proposal: :status is accepted, declined or withdrawn. The proposer is notified of what others decide.
-- Returns the ID of the proposal, or no row if it is not open.
with decided as (
  update proposals
  set
    status = :status, decided_by = :actor_id, decided_at = clock_timestamp(), decision_note = :note
  where id = :id and status = 'open'
  returning id, term_id, proposed_by
),
audit as (
  insert into audit_events (actor_id, action, target_type, target_id, payload)
  select
    :actor_id, 'proposal.' || :status::text, 'proposal', d.id,
    jsonb_build_object('name', t.name, 'term_id', t.id, 'note', :note::text)
  from decided d
  join terms t on t.id = d.term_id
),
notification as (
  insert into outbox_messages (user_id, kind, payload)
  select
    d.proposed_by, 'proposal.decided',
    jsonb_build_object(
      'term_id', t.id, 'name', t.name, 'status', :status::text, 'note', :note::text
    )
  from decided d
  join terms t on t.id = d.term_id
  where d.proposed_by <> :actor_id
)
select id from decided
