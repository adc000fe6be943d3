-- Brings a dismissed suggestion back, with its ID and a new version.
-- Returns the term, or no row if the suggestion is not dismissed.
with dismissed as (
  delete from dismissed_suggestions where id = :id returning *
),
restored as (
  insert into terms (
    id, name, full_name, definition, category, aliases, status, version, owner_id, last_confirmed_at,
    source, created_at
  )
  select
    id, name, full_name, definition, category, aliases, 'suggested', version + 1, owner_id,
    last_confirmed_at, source, created_at
  from dismissed
  returning *
),
suggestion as (
  insert into discovery_suggestions (acronym, term_id)
  select name, id from restored where source = 'discovery'
  on conflict do nothing
),
history as (
  insert into term_history (term_id, version, action, changes, actor_id)
  select
    id, version, 'created',
    jsonb_build_object('status', jsonb_build_object('from', null, 'to', status)), :actor_id
  from restored
),
audit as (
  insert into audit_events (actor_id, action, target_type, target_id, payload)
  select
    :actor_id, 'term.restored', 'term', id,
    jsonb_build_object('name', name, 'full_name', full_name)
  from restored
)
select
  s.term
from restored t
left join users o on o.id = t.owner_id
cross join lateral shown_term(t, o.public_name) as s
