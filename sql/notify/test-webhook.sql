-- Stores a delivery that tests a webhook. Returns its ID, or no row if there is no such webhook.
insert into outbox_messages (webhook_id, kind, payload)
select
  w.id, 'webhook',
  jsonb_build_object(
    'type', 'webhook.test',
    'timestamp', to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'data', jsonb_build_object('webhook_id', w.id)
  )
from webhooks w
where w.id = :id
for key share -- the foreign key would refuse one that is being deleted
returning id
