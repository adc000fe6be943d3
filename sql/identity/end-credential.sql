-- Deletes a credential of :kind (token, agent, embed_key or webhook), with the audit event: whoever has a token or an
-- agent can do so, and with :is_admin anybody. Of the URL of a webhook, the event names the host only: the rest can be
-- secret. Returns the ID, or no row if there is no such credential.
with token as (
  delete from api_tokens
  where :kind = 'token' and id = :id and (user_id = :actor_id or :is_admin::boolean)
  returning id, 'token.revoked' as action, jsonb_build_object('name', name, 'user_id', user_id) as payload
),
agent as (
  delete from agents
  where :kind = 'agent' and id = :id and (user_id = :actor_id or :is_admin)
  returning
    id, 'agent.disconnected' as action,
    jsonb_build_object('name', name, 'client_id', client_id, 'user_id', user_id) as payload
),
embed_key as (
  delete from embed_keys
  where :kind = 'embed_key' and id = :id and :is_admin
  returning id, 'embed_key.revoked' as action, jsonb_build_object('name', name, 'origins', origins) as payload
),
webhook as (
  delete from webhooks
  where :kind = 'webhook' and id = :id and :is_admin
  returning
    id, 'webhook.deleted' as action,
    jsonb_build_object('name', split_part(url, '/', 3), 'events', events) as payload
),
ended as (
  select * from token
  union all
  select * from agent
  union all
  select * from embed_key
  union all
  select * from webhook
)
insert into audit_events (actor_id, action, target_type, target_id, payload)
select :actor_id, action, :kind, id, payload from ended
returning target_id as id
