-- Confirms that a term is still correct. The caller must be its owner, or :is_editor true. Nobody can confirm what is
-- known to be wrong.
-- Returns the term, which is null if the caller may not confirm it or if it is known to be wrong, and whether it is; or
-- no row if the term does not exist.
with locked as (
  select
    id, last_confirmed_at, is_stale,
    coalesce(owner_id = :actor_id, false) or :is_editor::boolean as is_allowed,
    needs_correction
  from terms
  where id = :id
  for no key update
),
confirmed as (
  update terms t
  set last_confirmed_at = now(), is_stale = false
  from locked l
  where t.id = l.id and l.is_allowed and not l.needs_correction
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
select s.term, l.is_allowed and l.needs_correction as needs_correction
from locked l
left join confirmed t on t.id = l.id
left join users o on o.id = t.owner_id
left join lateral related_term(t, o.public_name) as s on true
