-- Withdraws a user's vote, if there is one. The status does not change. Run glossary/lock-term before it.
-- Returns the votes and status after it, or no row if the term does not exist.
with locked as (
  select id, name, status, vote_count from terms where id = :term_id for no key update
),
deleted_vote as (
  delete from votes v using locked l
  where v.term_id = l.id and v.user_id = :user_id
  returning v.term_id
),
counted as (
  update terms t
  set vote_count = t.vote_count - 1
  from deleted_vote d
  where t.id = d.term_id
  returning t.id, t.name, t.status, t.vote_count
),
audit as (
  insert into audit_events (actor_id, action, target_type, target_id, payload)
  select
    :user_id, 'term.unvoted', 'term', c.id,
    jsonb_build_object('name', c.name, 'vote_count', c.vote_count, 'status', c.status)
  from counted c
)
select coalesce(c.vote_count, l.vote_count) as vote_count, l.status
from locked l
left join counted c on c.id = l.id
