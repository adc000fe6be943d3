-- URLs of other programs that are told about changes. The secret that signs the requests is encrypted with a key derived
-- from SERVICE_SECRET_KEY, so that a copy of the database does not contain it.
create table webhooks (
  id uuid primary key default gen_random_uuid(),
  url text not null check (char_length(url) between 1 and 2000),
  events text[] not null check (cardinality(events) >= 1),
  encrypted_secret bytea not null,
  created_at timestamptz not null default clock_timestamp()
);

-- A message to a webhook is a delivery. Of the deliveries of one term, each waits until the one before is over; seq is
-- their order.
alter table outbox_messages
  add column seq bigint generated always as identity,
  add column webhook_id uuid references webhooks on delete cascade,
  add column term_id uuid;

alter table outbox_messages
  drop constraint outbox_messages_kind_check,
  drop constraint outbox_messages_check,
  add constraint outbox_messages_kind_check check (kind in (
    'term.disputed', 'term.promoted', 'terms.stale', 'slack.answer', 'term.proposed', 'proposal.decided',
    'dispute.resolved', 'term.edited', 'term.ownership', 'term.wanted', 'digest', 'webhook'
  )),
  add constraint outbox_messages_check
    check (user_id is not null or kind = 'slack.answer' or webhook_id is not null);

alter table audit_events
  drop constraint audit_events_action_check,
  drop constraint audit_events_target_type_check,
  add constraint audit_events_action_check check (action in (
    'term.created', 'term.updated', 'term.deleted', 'term.voted', 'term.unvoted', 'term.disputed',
    'term.promoted', 'term.official', 'term.confirmed', 'term.claimed', 'term.reverted', 'term.merged',
    'term.dismissed', 'term.restored',
    'proposal.created', 'proposal.accepted', 'proposal.declined', 'proposal.withdrawn',
    'dispute.resolved', 'import.completed', 'import.undone',
    'user.created', 'user.role_changed', 'user.activated', 'user.deactivated',
    'token.created', 'token.revoked', 'embed_key.created', 'embed_key.revoked',
    'webhook.created', 'webhook.deleted',
    'auth.login', 'auth.login_failed', 'job.triggered'
  )),
  add constraint audit_events_target_type_check check (target_type in (
    'term', 'user', 'token', 'job_run', 'proposal', 'dispute', 'embed_key', 'import', 'webhook'
  ));

alter table outbox_messages
  add check ((kind = 'webhook') = (webhook_id is not null)),
  add check (term_id is null or webhook_id is not null);

create index outbox_messages_webhook_idx on outbox_messages (webhook_id, seq) where webhook_id is not null;
create index outbox_messages_webhook_due_idx on outbox_messages (webhook_id, next_attempt_at)
  where webhook_id is not null and delivered_at is null and failed_at is null;
-- Messages to people are not searched for among the deliveries of a webhook that cannot be reached.
drop index outbox_messages_due_idx;
create index outbox_messages_due_idx on outbox_messages (next_attempt_at)
  where webhook_id is null and delivered_at is null and failed_at is null;

create function store_webhook_deliveries() returns trigger
language plpgsql as $$
begin
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
        'actor', case when u.id is not null then jsonb_build_object('id', u.id, 'display_name', u.public_name) end,
        'payload', e.payload
      )
    )
  from added e
  join webhooks w on e.action = any (w.events)
  cross join lateral (
    select case e.target_type
      when 'term' then e.target_id
      when 'proposal' then (e.payload ->> 'term_id')::uuid
      when 'dispute' then (e.payload ->> 'term_id')::uuid
    end as term_id
  ) as t
  left join users u on u.id = e.actor_id
  order by e.seq, w.id;
  return null;
end
$$;

create trigger audit_events_webhooks
  after insert on audit_events referencing new table as added
  for each statement execute function store_webhook_deliveries();
