-- Stores a delivery for each webhook that is not disabled and wants an audit event. None is stored when a duplicate is
-- dismissed or that is undone: receivers would take it for the removal of a term. The lock waits for a webhook that is
-- being deleted: a delivery to it would violate the foreign key and make the change fail.
create or replace function store_webhook_deliveries() returns trigger
language plpgsql as $$
begin
  -- Materialized, so that thousands of events are compared only with webhooks that want some of them, whatever number
  -- of events the plan was made for.
  with wanting as materialized (
    select w.id, w.events
    from webhooks w
    where w.disabled_at is null and w.events && (select array_agg(distinct action)::text[] from added)
    order by w.id
    for key share
  )
  insert into outbox_messages (webhook_id, kind, term_id, payload)
  select
    w.id, 'webhook', t.term_id,
    jsonb_build_object(
      'type', e.action,
      'timestamp', to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'data', jsonb_build_object(
        'event_id', e.id,
        'term_id', t.term_id,
        'target_type', e.target_type,
        'target_id', e.target_id,
        'actor', person(u),
        'payload', e.payload
      )
    )
  from added e
  join wanting w on e.action = any (w.events)
  cross join lateral (
    select case e.target_type
      when 'term' then e.target_id
      when 'proposal' then (e.payload ->> 'term_id')::uuid
      when 'dispute' then (e.payload ->> 'term_id')::uuid
    end as term_id
  ) as t
  left join users u on u.id = e.actor_id
  where not e.payload ? 'two_meanings_with'
  order by e.seq, w.id;
  return null;
end
$$;

create or replace trigger audit_events_webhooks
  after insert on audit_events referencing new table as added
  for each statement execute function store_webhook_deliveries();
