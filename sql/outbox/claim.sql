-- Locks due messages to people that no other transaction has locked, until the end of the transaction.
-- Returns one row per message, with its recipient.
select
  m.id, m.kind, m.payload, m.attempts, m.user_id,
  m.created_at < clock_timestamp() - interval '24 hours' as is_overdue,
  u.email, u.messaging_user_id, u.is_active
from outbox_messages m
left join users u on u.id = m.user_id
where
  m.webhook_id is null and m.delivered_at is null and m.failed_at is null
  and m.next_attempt_at <= clock_timestamp()
order by m.next_attempt_at
limit :limit
for update of m skip locked
