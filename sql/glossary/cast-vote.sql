-- Casts a vote and makes the transition of :transitions, [{"from", "to", "min_votes"}], that it causes, unless the term
-- needs a correction first. A second vote by the same user changes nothing. Returns the votes and status after it, the
-- new status if it changed, and whether the term needs a correction, or no row if the term does not exist.
with locked as (
  select id, name, status, vote_count, needs_correction from terms where id = :term_id for no key update
),
new_vote as (
  insert into votes (term_id, user_id)
  select id, :user_id from locked
  on conflict do nothing
  returning term_id
),
transition as (
  select x."from", x."to"
  from locked l
  join new_vote v on v.term_id = l.id
  join jsonb_to_recordset(:transitions::jsonb) as x ("from" text, "to" text, min_votes integer)
    on x."from" = l.status and l.vote_count + 1 >= x.min_votes
  where not l.needs_correction
),
counted as (
  update terms t
  set
    vote_count = t.vote_count + 1,
    status = coalesce(x."to", t.status),
    version = t.version + (x."to" is not null)::integer,
    updated_at = case when x."to" is null then t.updated_at else now() end
  from new_vote v
  left join transition x on true
  where t.id = v.term_id
  returning t.id, t.name, t.status, t.version, t.vote_count, t.owner_id
),
history as (
  insert into term_history (term_id, version, action, changes, actor_id)
  select
    c.id, c.version, 'status_changed',
    jsonb_build_object('status', jsonb_build_object('from', x."from", 'to', x."to")),
    :user_id
  from counted c
  join transition x on true
),
audit as (
  insert into audit_events (actor_id, action, target_type, target_id, payload)
  select
    :user_id, 'term.voted', 'term', c.id,
    jsonb_build_object('name', c.name, 'vote_count', c.vote_count, 'status', c.status)
      || case when x."to" is not null then jsonb_build_object('from', x."from", 'to', x."to") else '{}' end
  from counted c
  left join transition x on true
)
select
  coalesce(c.vote_count, l.vote_count) as vote_count,
  coalesce(c.status, l.status) as status,
  x."to" as new_status, l.needs_correction
from locked l
left join counted c on c.id = l.id
left join transition x on true
