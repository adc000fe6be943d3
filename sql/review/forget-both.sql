-- Forgets that two terms have two meanings, and what was decided together with that, with an audit event.
-- Returns the ID of one of them, or no row if nobody has said that they do.
with decision as (
  select decided_by, decided_at
  from distinct_meanings
  where
    term_id = least(:id::uuid, :other_id::uuid) and other_id = greatest(:id::uuid, :other_id::uuid)
),
forgotten as (
  delete from distinct_meanings m
  using decision d
  where m.decided_by = d.decided_by and m.decided_at = d.decided_at
),
audit as (
  insert into audit_events (actor_id, action, target_type, target_id, payload)
  select
    :actor_id, 'term.restored', 'term', t.id,
    jsonb_build_object('name', t.name, 'two_meanings_with', :other_id::uuid)
  from decision d
  join terms t on t.id = :id
)
select :id::uuid as id from decision
