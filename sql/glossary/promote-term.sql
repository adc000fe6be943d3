-- Moves a term along the first of :transitions, [{"from", "to", "min_votes"}], that its status and votes allow, unless
-- it needs a correction first. :action is the audit action. Returns the previous status and votes, and whether it needs
-- a correction, with the term, which is null if no transition was possible, or no row if the term does not exist.
with locked as (
  select id, name, status, vote_count, needs_correction from terms where id = :id for no key update
),
transition as (
  select l.id, l.name, x."from", x."to"
  from locked l
  join jsonb_to_recordset(:transitions::jsonb) as x ("from" text, "to" text, min_votes integer)
    on x."from" = l.status and l.vote_count >= x.min_votes
  where not l.needs_correction
),
promoted as (
  update terms t
  set status = x."to", version = t.version + 1, updated_at = now()
  from transition x
  where t.id = x.id
  returning t.*
),
history as (
  insert into term_history (term_id, version, action, changes, actor_id, note)
  select
    p.id, p.version, 'status_changed',
    jsonb_build_object('status', jsonb_build_object('from', x."from", 'to', x."to")),
    :actor_id, :note
  from promoted p
  join transition x on x.id = p.id
),
audit as (
  insert into audit_events (actor_id, action, target_type, target_id, payload)
  select
    :actor_id, :action, 'term', x.id,
    jsonb_build_object('name', x.name, 'from', x."from", 'to', x."to", 'note', :note::text)
  from transition x
)
select
  l.status as current_status, l.vote_count as current_votes, l.needs_correction,
  s.term
from locked l
left join promoted t on t.id = l.id
left join users o on o.id = t.owner_id
left join lateral related_term(t, o.public_name) as s on true
