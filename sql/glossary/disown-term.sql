-- Removes the owner of a term if that is :actor_id; otherwise changes nothing. History and audit log record it as
-- 'claimed', their action for every change of the owner. If :undoes_claim, the term is as confirmed as before the last
-- claim, unless something has confirmed it since. Returns the ID of the term and whether the caller was its owner, or
-- no row if the term does not exist.
with locked as (
  select id, name, version, owner_id, last_confirmed_at from terms where id = :id for no key update
),
claim as (
  select payload from audit_events
  where :undoes_claim::boolean and target_id = :id and action = 'term.claimed'
  order by seq desc
  limit 1
),
before as (
  select
    (c.payload #>> '{last_confirmed_at,from}')::timestamptz as last_confirmed_at,
    c.payload ? 'is_stale' as is_stale
  from claim c
  join locked l on l.last_confirmed_at = (c.payload #>> '{last_confirmed_at,to}')::timestamptz
),
disowned as (
  update terms t
  set
    owner_id = null,
    last_confirmed_at = coalesce(b.last_confirmed_at, t.last_confirmed_at),
    is_stale = coalesce(b.is_stale, t.is_stale)
  from locked l
  left join before b on true
  where t.id = l.id and l.owner_id = :actor_id
  returning t.id, t.name, t.version
),
history as (
  insert into term_history (term_id, version, action, changes, actor_id)
  select
    d.id, d.version, 'claimed',
    jsonb_build_object('owner', jsonb_build_object('from', person(u), 'to', null)),
    u.id
  from disowned d
  join users u on u.id = :actor_id
),
audit as (
  insert into audit_events (actor_id, action, target_type, target_id, payload)
  select
    :actor_id, 'term.claimed', 'term', d.id,
    jsonb_build_object('name', d.name, 'from', :actor_id::uuid, 'to', null)
  from disowned d
)
select l.id, d.id is not null as was_owner
from locked l
left join disowned d on d.id = l.id
