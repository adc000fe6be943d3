-- Locks due messages to people that no other transaction has locked, until the end of the transaction.
-- Returns one row per message, with its recipient. The payload of an inbox message is its entry.
select
  m.id, m.kind, m.attempts,
  case
    when e.id is null then m.payload
    else jsonb_build_object(
      'kind', e.kind, 'term_id', e.term_id, 'name', e.term_name, 'actor_id', e.actor_id, 'detail', e.detail
    )
  end as payload, m.user_id,
  m.created_at < clock_timestamp() - interval '24 hours' as is_overdue,
  u.email, u.messaging_user_id, u.is_active
from outbox_messages m
left join inbox_entries e on e.id = m.inbox_entry_id
left join users u on u.id = m.user_id
where
  m.webhook_id is null and m.delivered_at is null and m.failed_at is null
  and m.next_attempt_at <= clock_timestamp()
order by m.next_attempt_at
limit :limit
for update of m skip locked
