-- Disables a webhook whose receiver is gone, gives up what waits for it, and tells all admins, unless it is disabled
-- already. Returns nothing.
with disabled as (
  update webhooks
  set disabled_at = clock_timestamp()
  where id = :id and disabled_at is null
  returning id, url, created_by
),
given_up as (
  update outbox_messages m
  set failed_at = clock_timestamp(), error = 'the webhook was disabled'
  from disabled d
  where m.webhook_id = d.id and m.delivered_at is null and m.failed_at is null
),
audit as (
  insert into audit_events (action, target_type, target_id, payload)
  select 'webhook.disabled', 'webhook', d.id, jsonb_build_object('name', split_part(d.url, '/', 3))
  from disabled d
)
insert into inbox_entries (user_id, kind, detail)
select u.id, 'webhook_disabled', jsonb_build_object('webhook_id', d.id, 'host', split_part(d.url, '/', 3))
from disabled d
join users u on u.role = 'admin' and u.is_active
