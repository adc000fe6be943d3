-- Enables a webhook whose receiver is there again, unless it is enabled. Returns nothing.
with enabled as (
  update webhooks
  set disabled_at = null
  where id = :id and disabled_at is not null
  returning id, url
)
insert into audit_events (action, target_type, target_id, payload)
select 'webhook.enabled', 'webhook', id, jsonb_build_object('name', split_part(url, '/', 3))
from enabled
