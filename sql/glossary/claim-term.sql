-- Makes the caller the owner of a term that has no owner and is not protected, or of any term if :is_editor. This
-- also confirms the term, unless it is known to be wrong. Claiming one's own term changes nothing.
-- Returns the term, which is null if the caller may not claim it, or no row if the term does not exist.
with locked as (
  select * from terms where id = :id for no key update
),
claimed as (
  update terms t
  set
    owner_id = :actor_id,
    last_confirmed_at = case when l.needs_correction then l.last_confirmed_at else now() end,
    is_stale = l.is_stale and l.needs_correction
  from locked l
  where
    t.id = l.id
    and l.owner_id is distinct from :actor_id
    and (:is_editor::boolean or (l.owner_id is null and not is_protected(l.status, l.disputed_status)))
  returning t.*
),
history as (
  insert into term_history (term_id, version, action, changes, actor_id)
  select
    c.id, c.version, 'claimed',
    jsonb_build_object('owner', jsonb_build_object('from', person(f), 'to', person(u))),
    :actor_id
  from claimed c
  join locked l on l.id = c.id
  join users u on u.id = c.owner_id
  left join users f on f.id = l.owner_id
),
audit as (
  insert into audit_events (actor_id, action, target_type, target_id, payload)
  select
    :actor_id, 'term.claimed', 'term', c.id,
    jsonb_build_object(
      'name', c.name, 'from', l.owner_id, 'to', c.owner_id,
      'last_confirmed_at', jsonb_build_object('from', l.last_confirmed_at, 'to', c.last_confirmed_at)
    )
    || field_change('is_stale', l.is_stale, c.is_stale)
  from claimed c
  join locked l on l.id = c.id
),
result as (
  select * from claimed
  union all
  select * from locked where owner_id = :actor_id
)
select s.term
from locked l
left join result t on t.id = l.id
left join users o on o.id = t.owner_id
left join lateral related_term(t, o.public_name) as s on true
