-- Moves a term one step along :steps, [{"from", "to", "votes"}], where its status and votes allow it.
-- :action is the audit action. The owner hears of community and official.
-- Returns the status and votes found and, where the step was taken, the term; no row without such a term.
with locked as (
  select id, name, status, vote_count from terms where id = :id for no key update
),
step as (
  select l.id, l.name, s."from", s."to"
  from locked l
  join jsonb_to_recordset(:steps::jsonb) as s ("from" text, "to" text, votes integer)
    on s."from" = l.status and l.vote_count >= s.votes
),
promoted as (
  update terms t
  set status = s."to", version = t.version + 1, updated_at = now()
  from step s
  where t.id = s.id
  returning t.*
),
history as (
  insert into term_history (term_id, version, action, changes, actor_id, note)
  select
    p.id, p.version, 'status_changed',
    jsonb_build_object('status', jsonb_build_object('from', s."from", 'to', s."to")),
    :actor_id, :note
  from promoted p
  join step s on s.id = p.id
),
audit as (
  insert into audit_events (actor_id, action, target_type, target_id, payload)
  select
    :actor_id, :action, 'term', s.id,
    jsonb_build_object('name', s.name, 'from', s."from", 'to', s."to", 'note', :note::text)
  from step s
),
notice as (
  insert into outbox_messages (user_id, kind, payload)
  select
    p.owner_id, 'term.promoted',
    jsonb_build_object('term_id', p.id, 'name', p.name, 'status', p.status)
  from promoted p
  where p.owner_id is not null and p.status in ('community', 'official')
)
select
  l.status as current_status, l.vote_count as current_votes,
  t.id, t.name, t.full_name, t.definition, t.category, t.status, t.version, t.vote_count,
  t.owner_id, o.display_name as owner_name, t.is_stale, t.last_confirmed_at, t.source,
  t.created_at, t.updated_at
from locked l
left join promoted t on t.id = l.id
left join users o on o.id = t.owner_id
