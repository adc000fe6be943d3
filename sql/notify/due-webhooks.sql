-- Finds the webhooks that have deliveries to send. Returns one row per webhook.
select w.id
from webhooks w
where (w.paused_until is null or w.paused_until <= clock_timestamp()) and exists (
  select
  from outbox_messages m
  where
    m.webhook_id = w.id and m.delivered_at is null and m.failed_at is null
    and m.next_attempt_at <= clock_timestamp()
)
