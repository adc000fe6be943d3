-- Opens a dispute of a term: takes its votes and changes its status along :transitions, [{"from", "to"}]. The dispute
-- remembers both. Run glossary/lock-term before it.
-- Returns the term, or no row if it does not exist.
with locked as (
  select id, name, status, vote_count, owner_id from terms where id = :id for no key update
),
transition as (
  select l.*, coalesce(x."to", l.status) as new_status
  from locked l
  left join jsonb_to_recordset(:transitions::jsonb) as x ("from" text, "to" text) on x."from" = l.status
),
dispute as (
  insert into disputes (term_id, opened_by, status_before)
  select id, :actor_id, nullif(status, new_status) from transition
  returning id, term_id
),
reason as (
  insert into dispute_reasons (dispute_id, text)
  select id, :reason from dispute where :reason::text is not null
),
deleted_votes as (
  delete from votes v using locked l where v.term_id = l.id
  returning v.user_id, v.created_at
),
remembered_votes as (
  insert into disputed_votes (dispute_id, user_id, created_at)
  select d.id, v.user_id, v.created_at from deleted_votes v cross join dispute d
),
disputed as (
  update terms t
  set
    status = x.new_status, vote_count = 0, version = t.version + 1, updated_at = now(),
    open_disputes = t.open_disputes + 1,
    disputed_status = case when x.status <> x.new_status then x.status else t.disputed_status end,
    disputed_vote_count =
      case when x.status <> x.new_status then x.vote_count else t.disputed_vote_count end
  from transition x
  where t.id = x.id
  returning t.*
),
history as (
  insert into term_history (term_id, version, action, changes, actor_id, note)
  select
    d.id, d.version, 'disputed',
    field_change('status', x.status, x.new_status) || field_change('vote_count', x.vote_count, 0),
    :actor_id, :reason
  from disputed d
  join transition x on x.id = d.id
),
audit as (
  insert into audit_events (actor_id, action, target_type, target_id, payload)
  select
    :actor_id, 'term.disputed', 'term', x.id,
    jsonb_build_object(
      'name', x.name, 'from', x.status, 'to', x.new_status, 'votes', x.vote_count,
      'reason', :reason::text, 'dispute_id', d.id
    )
  from transition x
  cross join dispute d
)
select
  s.term
from disputed t
left join users o on o.id = t.owner_id
cross join lateral related_term(t, o.public_name) as s
