-- Withdraws the open proposals of an import, with their audit events. Returns their number.
with withdrawn as (
  update proposals
  set status = 'withdrawn', decided_by = :actor_id, decided_at = clock_timestamp()
  where import_id = :import_id and status = 'open'
  returning id, term_id
),
audit as (
  insert into audit_events (actor_id, action, target_type, target_id, payload)
  select
    :actor_id, 'proposal.withdrawn', 'proposal', w.id,
    jsonb_build_object('name', t.name, 'term_id', t.id, 'note', null)
  from withdrawn w
  join terms t on t.id = w.term_id
)
select count(*)::integer as withdrawn from withdrawn
