-- What Slack has sent us, kept from before it is handled until Slack sends nothing again: the key makes
-- a second delivery one that is known. What is handled keeps no content.
create table slack_deliveries (
  id text primary key check (char_length(id) between 1 and 200),
  kind text not null check (kind in ('event', 'command', 'interaction')),
  payload jsonb check (jsonb_typeof(payload) = 'object'),
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz not null,
  handled_at timestamptz,
  error text,
  created_at timestamptz not null default clock_timestamp(),
  check ((handled_at is null) = (payload is not null))
);

create index slack_deliveries_due_idx on slack_deliveries (next_attempt_at) where handled_at is null;
create index slack_deliveries_created_idx on slack_deliveries (created_at);

-- Answers that come late have an address of their own instead of a person.
alter table outbox_messages
  alter column user_id drop not null,
  drop constraint outbox_messages_kind_check,
  add constraint outbox_messages_kind_check
    check (kind in ('term.disputed', 'term.promoted', 'terms.stale', 'slack.answer')),
  add check (user_id is not null or kind = 'slack.answer'),
  add attempts integer not null default 0 check (attempts >= 0),
  add next_attempt_at timestamptz not null default clock_timestamp(),
  add delivered_at timestamptz,
  add failed_at timestamptz,
  add error text,
  add check (delivered_at is null or failed_at is null),
  add check (failed_at is null or error is not null);

create index outbox_messages_due_idx on outbox_messages (next_attempt_at)
  where delivered_at is null and failed_at is null;
create index outbox_messages_created_idx on outbox_messages (created_at);
