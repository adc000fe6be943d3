-- Casts a user's vote for a term and takes the step along :steps, [{"from", "to", "votes"}], that it
-- earns; a second vote of the same user changes nothing. The owner hears of community and official.
-- Returns the votes and status after it, and the step taken if any; no row without such a term.
with locked as (
  select id, name, status, vote_count from terms where id = :term_id for no key update
),
ballot as (
  insert into votes (term_id, user_id)
  select id, :user_id from locked
  on conflict do nothing
  returning term_id
),
step as (
  select s."from", s."to"
  from locked l
  join ballot b on b.term_id = l.id
  join jsonb_to_recordset(:steps::jsonb) as s ("from" text, "to" text, votes integer)
    on s."from" = l.status and l.vote_count + 1 >= s.votes
),
counted as (
  update terms t
  set
    vote_count = t.vote_count + 1,
    status = coalesce(s."to", t.status),
    version = t.version + (s."to" is not null)::integer,
    updated_at = case when s."to" is null then t.updated_at else now() end
  from ballot b
  left join step s on true
  where t.id = b.term_id
  returning t.id, t.name, t.status, t.version, t.vote_count, t.owner_id
),
history as (
  insert into term_history (term_id, version, action, changes, actor_id)
  select
    c.id, c.version, 'status_changed',
    jsonb_build_object('status', jsonb_build_object('from', s."from", 'to', s."to")),
    :user_id
  from counted c
  join step s on true
),
audit as (
  insert into audit_events (actor_id, action, target_type, target_id, payload)
  select
    :user_id, 'term.voted', 'term', c.id,
    jsonb_build_object('name', c.name, 'vote_count', c.vote_count, 'status', c.status)
  from counted c
),
notice as (
  insert into outbox_messages (user_id, kind, payload)
  select
    c.owner_id, 'term.promoted',
    jsonb_build_object('term_id', c.id, 'name', c.name, 'status', c.status)
  from counted c
  join step s on s."to" in ('community', 'official')
  where c.owner_id is not null
)
select
  coalesce(c.vote_count, l.vote_count) as vote_count,
  coalesce(c.status, l.status) as status,
  s."to" as stepped_to
from locked l
left join counted c on c.id = l.id
left join step s on true
