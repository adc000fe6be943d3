-- Undoes that :actor_id confirmed a stale term, unless something has confirmed it since: it is as stale as before.
-- Returns the ID of the term, or no row if that cannot be undone.
with locked as (
  select id, last_confirmed_at from terms where id = :id for no key update
),
confirmation as (
  select actor_id, payload from audit_events
  where target_id = :id and action = 'term.confirmed'
  order by seq desc
  limit 1
),
unconfirmed as (
  update terms t
  set last_confirmed_at = (c.payload #>> '{last_confirmed_at,from}')::timestamptz, is_stale = true
  from locked l
  cross join confirmation c
  where
    t.id = l.id and c.actor_id = :actor_id and c.payload ? 'is_stale'
    and l.last_confirmed_at = (c.payload #>> '{last_confirmed_at,to}')::timestamptz
  returning t.id, t.name, t.version, l.last_confirmed_at as confirmed_at, t.last_confirmed_at
),
history as (
  insert into term_history (term_id, version, action, changes, actor_id)
  select
    id, version, 'confirmed',
    jsonb_build_object('last_confirmed_at', jsonb_build_object('from', confirmed_at, 'to', last_confirmed_at)),
    :actor_id
  from unconfirmed
),
audit as (
  insert into audit_events (actor_id, action, target_type, target_id, payload)
  select :actor_id, 'term.unconfirmed', 'term', id, jsonb_build_object('name', name) from unconfirmed
)
select id from unconfirmed
