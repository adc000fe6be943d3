-- Forgets that two terms have two meanings, with an audit event.
-- Returns the ID of one of them, or no row if nobody has said that they do.
with forgotten as (
  delete from distinct_meanings
  where
    term_id = least(:id::uuid, :other_id::uuid) and other_id = greatest(:id::uuid, :other_id::uuid)
  returning term_id
),
audit as (
  insert into audit_events (actor_id, action, target_type, target_id, payload)
  select
    :actor_id, 'term.restored', 'term', t.id,
    jsonb_build_object('name', t.name, 'two_meanings_with', :other_id::uuid)
  from forgotten f
  join terms t on t.id = :id
)
select term_id as id from forgotten
