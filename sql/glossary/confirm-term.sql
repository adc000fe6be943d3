-- Confirms that a term is still correct. The caller must be its owner, or :is_editor true.
-- Returns the term, which is null if the caller may not confirm it, or no row if the term does not exist.
with locked as (
  select id, owner_id, last_confirmed_at, is_stale from terms where id = :id for no key update
),
confirmed as (
  update terms t
  set last_confirmed_at = now(), is_stale = false
  from locked l
  where t.id = l.id and (l.owner_id = :actor_id or :is_editor::boolean)
  returning t.*
),
history as (
  insert into term_history (term_id, version, action, actor_id)
  select id, version, 'confirmed', :actor_id from confirmed
),
audit as (
  insert into audit_events (actor_id, action, target_type, target_id, payload)
  select
    :actor_id, 'term.confirmed', 'term', c.id,
    jsonb_build_object(
      'name', c.name,
      'last_confirmed_at', jsonb_build_object('from', l.last_confirmed_at, 'to', c.last_confirmed_at)
    )
      || field_change('is_stale', l.is_stale, false)
  from confirmed c
  join locked l on l.id = c.id
)
select
  s.term
from locked l
left join confirmed t on t.id = l.id
left join users o on o.id = t.owner_id
left join lateral related_term(t, o.public_name) as s on true
