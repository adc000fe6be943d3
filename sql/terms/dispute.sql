-- Disputes a term: its votes go, its status falls along :steps, its owner is told.
-- Returns the term; no row without such a term.
with locked as (
  select id, name, status, vote_count, owner_id from terms where id = :id for no key update
),
fall as (
  select l.*, coalesce(s."to", l.status) as to_status
  from locked l
  left join jsonb_to_recordset(:steps::jsonb) as s ("from" text, "to" text) on s."from" = l.status
),
tally as (
  delete from votes v using locked l where v.term_id = l.id
),
disputed as (
  update terms t
  set status = f.to_status, vote_count = 0, version = t.version + 1, updated_at = now()
  from fall f
  where t.id = f.id
  returning t.*
),
history as (
  insert into term_history (term_id, version, action, changes, actor_id, note)
  select
    d.id, d.version, 'disputed',
    jsonb_strip_nulls(jsonb_build_object(
      'status',
      case when f.status <> f.to_status
        then jsonb_build_object('from', f.status, 'to', f.to_status) end,
      'vote_count',
      case when f.vote_count <> 0 then jsonb_build_object('from', f.vote_count, 'to', 0) end
    )),
    :actor_id, :reason
  from disputed d
  join fall f on f.id = d.id
),
audit as (
  insert into audit_events (actor_id, action, target_type, target_id, payload)
  select
    :actor_id, 'term.disputed', 'term', f.id,
    jsonb_build_object(
      'name', f.name, 'from', f.status, 'to', f.to_status, 'votes', f.vote_count,
      'reason', :reason::text
    )
  from fall f
),
notice as (
  insert into outbox_messages (user_id, kind, payload)
  select
    f.owner_id, 'term.disputed',
    jsonb_build_object(
      'term_id', f.id, 'name', f.name, 'actor_id', :actor_id::uuid, 'reason', :reason::text
    )
  from fall f
  where f.owner_id <> :actor_id
)
select
  t.id, t.name, t.full_name, t.definition, t.category, t.status, t.version, t.vote_count,
  t.owner_id, o.display_name as owner_name, t.is_stale, t.last_confirmed_at, t.source,
  t.created_at, t.updated_at
from disputed t
left join users o on o.id = t.owner_id
