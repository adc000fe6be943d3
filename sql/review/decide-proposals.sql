-- Decides those of :ids, proposals, that are open: :status is accepted, declined or withdrawn.
-- Returns one row per proposal that was decided.
with decided as (
  update proposals
  set
    status = :status, decided_by = :actor_id, decided_at = clock_timestamp(), decision_note = :note
  where id = any (:ids::uuid[]) and status = 'open'
  returning id, term_id, proposed_by
),
audit as (
  insert into audit_events (actor_id, action, target_type, target_id, payload)
  select
    :actor_id, 'proposal.' || :status::text, 'proposal', d.id,
    jsonb_build_object('name', t.name, 'term_id', t.id, 'note', :note::text)
  from decided d
  join terms t on t.id = d.term_id
)
select id from decided
