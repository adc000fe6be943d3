-- Makes the caller the owner of a term that has none, or (:is_editor) of any. Owning it already
-- changes nothing. Whoever takes a term on vouches for it: it counts as confirmed.
-- Returns the term where the caller may, a row with a null id where not; no row without such a term.
with locked as (
  select * from terms where id = :id for no key update
),
claimed as (
  update terms t
  set owner_id = :actor_id, last_confirmed_at = now(), is_stale = false
  from locked l
  where
    t.id = l.id
    and l.owner_id is distinct from :actor_id
    and (l.owner_id is null or :is_editor::boolean)
  returning t.*
),
history as (
  insert into term_history (term_id, version, action, changes, actor_id)
  select
    c.id, c.version, 'claimed',
    jsonb_build_object('owner', jsonb_build_object(
      'from',
      case when l.owner_id is not null
        then jsonb_build_object('id', l.owner_id, 'display_name', f.display_name) end,
      'to', jsonb_build_object('id', u.id, 'display_name', u.display_name)
    )),
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
    jsonb_build_object('name', c.name, 'from', l.owner_id, 'to', c.owner_id)
  from claimed c
  join locked l on l.id = c.id
),
result as (
  select id, owner_id, last_confirmed_at, is_stale from claimed
  union all
  select id, owner_id, last_confirmed_at, is_stale from locked where owner_id = :actor_id
)
select
  r.id, l.name, l.full_name, l.definition, l.category, l.status, l.version, l.vote_count,
  r.owner_id, o.display_name as owner_name, r.is_stale, r.last_confirmed_at, l.source,
  l.created_at, l.updated_at
from locked l
left join result r on r.id = l.id
left join users o on o.id = r.owner_id
