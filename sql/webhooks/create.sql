-- Adds a webhook with its audit event, which names the host only: the rest of a URL can be secret.
-- Returns the webhook.
with created as (
  insert into webhooks (url, events, encrypted_secret)
  values (:url, :events::text[], :encrypted_secret)
  returning id, url, events, created_at
),
audit as (
  insert into audit_events (actor_id, action, target_type, target_id, payload)
  select
    :actor_id, 'webhook.created', 'webhook', c.id,
    jsonb_build_object('name', split_part(c.url, '/', 3), 'events', c.events)
  from created c
)
select id, url, events, created_at from created
