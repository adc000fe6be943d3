-- Messages to users, newest first, with the total number. :state is waiting, delivered or failed; null
-- for all.
-- The kind of an inbox message is that of its entry.
-- Returns one row per message of the page, or a single row with a null ID if the page is empty.
with stated as (
  select
    id, kind, user_id, inbox_entry_id, attempts, error, created_at, next_attempt_at, delivered_at, failed_at,
    case
      when delivered_at is not null then 'delivered'
      when failed_at is not null then 'failed'
      else 'waiting'
    end as state
  from outbox_messages
  where webhook_id is null
)
select
  c.total,
  m.id, coalesce(e.kind, m.kind) as kind, m.user_id, m.state, m.attempts, m.error, m.created_at, m.next_attempt_at,
  m.delivered_at, m.failed_at, u.public_name as user_name,
  e.term_name
from (
  select count(*)::integer as total from stated where :state::text is null or state = :state
) as c
left join (
  select * from stated
  where :state::text is null or state = :state
  order by created_at desc, id
  limit :limit offset :offset
) as m on true
left join inbox_entries e on e.id = m.inbox_entry_id
left join users u on u.id = m.user_id
order by m.created_at desc, m.id
