-- Adds a webhook of an active user with its audit event, which names the host only: the rest of a URL can be secret.
-- Returns the webhook, or no row if the user is not active.
with created as (
  insert into webhooks (url, events, encrypted_secret, created_by)
  select :url, :events::text[], :encrypted_secret, creator_id from lock_active_user(:actor_id) as creator_id
  returning id, url, events, created_at, created_by, disabled_at
),
audit as (
  insert into audit_events (actor_id, action, target_type, target_id, payload)
  select
    :actor_id, 'webhook.created', 'webhook', c.id,
    jsonb_build_object('name', split_part(c.url, '/', 3), 'events', c.events)
  from created c
)
select c.id, c.url, c.events, c.created_at, c.disabled_at, person(u) as created_by
from created c
join users u on u.id = c.created_by
