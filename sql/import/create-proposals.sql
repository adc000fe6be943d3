-- Stores proposals of a person to terms, with their audit events. :proposals is [{id, version, changes}], with the IDs
-- of the terms. A term with another version gets none. Returns the number of proposals stored.
with created as (
  insert into proposals (term_id, base_version, changes, proposed_by, import_id)
  select t.id, t.version, i.changes, :actor_id, :import_id
  from jsonb_to_recordset(:proposals::jsonb) as i (id uuid, version integer, changes jsonb)
  join terms t on t.id = i.id and t.version = i.version
  returning id, term_id, changes
),
audit as (
  insert into audit_events (actor_id, action, target_type, target_id, payload)
  select
    :actor_id, 'proposal.created', 'proposal', c.id,
    jsonb_build_object('name', t.name, 'term_id', t.id, 'changes', c.changes, 'note', null)
  from created c
  join terms t on t.id = c.term_id
)
select count(*)::integer as stored from created
