-- Deletes a webhook and its deliveries, with the audit event. Returns the webhook's ID, or no row if there is no such webhook.
with removed as (
  delete from webhooks
  where id = :id
  returning id, url, events
),
audit as (
  insert into audit_events (actor_id, action, target_type, target_id, payload)
  select
    :actor_id, 'webhook.deleted', 'webhook', r.id,
    jsonb_build_object('name', split_part(r.url, '/', 3), 'events', r.events)
  from removed r
)
select id from removed
