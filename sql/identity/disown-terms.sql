-- Ends the ownership of at most :most terms of people who are deactivated, with a history entry and an audit event
-- each, by whoever has deactivated their owner. Terms that others have locked are left out: whoever makes somebody an
-- owner waits for a deactivation. Returns one row: the number of these terms, and whether there may be more.
with picked as materialized (
  select t.id
  from users u
  cross join lateral (select id from terms where owner_id = u.id limit :most) t
  where not u.is_active
  limit :most
),
locked as (
  select t.id, u.id as former_id, u.public_name as former_name
  from terms t
  join users u on u.id = t.owner_id
  where t.id in (select id from picked) and not u.is_active
  order by t.id
  for no key update of t skip locked
),
deactivated as materialized (
  select f.former_id, (
    select e.actor_id from audit_events e
    where e.target_id = f.former_id and e.action = 'user.deactivated'
    order by e.seq desc
    limit 1
  ) as actor_id
  from (select distinct former_id from locked) f
),
disowned as (
  update terms t
  -- As in jobs/flag-stale-terms, assigning category unchanged is faster.
  set owner_id = null, category = category
  from locked l
  join deactivated d using (former_id)
  where t.id = l.id
  returning t.id, t.name, t.version, l.former_id, l.former_name, d.actor_id
),
history as (
  insert into term_history (term_id, version, action, changes, actor_id)
  select
    id, version, 'claimed',
    jsonb_build_object('owner', jsonb_build_object(
      'from', jsonb_build_object('id', former_id, 'display_name', former_name), 'to', null
    )),
    actor_id
  from disowned
),
audit as (
  insert into audit_events (actor_id, action, target_type, target_id, payload)
  select
    actor_id, 'term.claimed', 'term', id,
    jsonb_build_object('name', name, 'from', former_id, 'to', null)
  from disowned
)
select
  count(*)::integer as disowned,
  (select count(*) from picked) >= least(:most::bigint, count(*) + 1) as may_own_more
from disowned
