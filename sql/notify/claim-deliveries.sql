-- Claims due deliveries of a webhook for a minute. A delivery waits while an earlier one of its term is neither
-- delivered nor given up. Returns one row per delivery.
with first as (
  select min(seq) as seq
  from outbox_messages
  where webhook_id = :webhook_id and delivered_at is null and failed_at is null
  group by coalesce(term_id, id)
),
due as (
  select m.id
  from outbox_messages m
  join first f on f.seq = m.seq
  join webhooks w on w.id = m.webhook_id
  where
    m.webhook_id = :webhook_id and m.delivered_at is null and m.failed_at is null
    and (w.paused_until is null or w.paused_until <= clock_timestamp())
    and m.next_attempt_at <= clock_timestamp()
  order by m.seq
  limit :limit
  for update of m skip locked
)
update outbox_messages m
set next_attempt_at = clock_timestamp() + interval '1 minute'
from due d, webhooks w
where m.id = d.id and w.id = m.webhook_id
returning
  m.id, m.kind, m.user_id, m.webhook_id, m.payload, m.attempts,
  m.created_at < clock_timestamp() - interval '24 hours' as is_overdue,
  w.url, w.encrypted_secret
