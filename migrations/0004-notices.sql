-- Who is told what: inboxes, what people follow, webhooks and the messages to send.

create domain inbox_kind as text;

-- What happened that concerns a person, kept for 180 days. term_id is not a foreign key: an entry outlives its term, and
-- has the name that the term had. Nobody is notified of their own actions.
create table inbox_entries (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  kind inbox_kind not null,
  term_id uuid,
  term_name text,
  actor_id uuid references users,
  -- "action" is the action of the audit event; the other fields are those of its payload, without texts
  detail jsonb not null default '{}' check (jsonb_typeof(detail) = 'object'),
  created_at timestamptz not null default clock_timestamp(),
  read_at timestamptz,
  check ((term_id is null) = (term_name is null)),
  check (actor_id <> user_id)
);

create index inbox_entries_user_idx on inbox_entries (user_id, created_at desc);
-- The header of every page counts the unread entries.
create index inbox_entries_unread_idx on inbox_entries (user_id) where read_at is null;
create index inbox_entries_followed_idx on inbox_entries (created_at) where kind = 'followed';
create index inbox_entries_created_idx on inbox_entries using brin (created_at);

-- Who follows which terms. term_id is not a foreign key, so that followers can be told of a deletion; the hourly clean-up
-- deletes what is left of deleted terms.
create table term_follows (
  term_id uuid not null,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (term_id, user_id)
);

create index term_follows_user_idx on term_follows (user_id);

create table category_follows (
  category text not null check (char_length(category) between 1 and 80),
  category_key text collate "C" not null generated always as (fold(category)) stored,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (category_key, user_id)
);

create index category_follows_user_idx on category_follows (user_id);

-- Up to when each person was told of the changes of what they follow, so that no digest is stored twice.
create table digests (
  user_id uuid primary key references users on delete cascade,
  sent_until timestamptz not null
);

-- When people were on the home page, which shows what is new since their visit before this one.
create table visits (
  user_id uuid primary key references users on delete cascade,
  last_at timestamptz not null,
  previous_at timestamptz
);

-- Who is to be told about terms that the staleness job has flagged so far. The end of the job, or of the next one
-- after a crash, turns the rows into messages.
create table stale_notices (
  user_id uuid not null references users on delete cascade,
  -- true: about terms that the person owns; false: about terms without an active owner
  owned boolean not null,
  primary key (user_id, owned)
);

-- URLs of other programs that are told about changes. The secret that signs the requests is encrypted with a key derived
-- from SERVICE_SECRET_KEY, so that a copy of the database does not contain it.
create table webhooks (
  id uuid primary key default gen_random_uuid(),
  url text not null check (char_length(url) between 1 and 2000),
  events text[] not null check (cardinality(events) >= 1),
  encrypted_secret bytea not null,
  created_by uuid not null references users,
  created_at timestamptz not null default clock_timestamp(),
  -- when the receiver said that it is gone (410)
  disabled_at timestamptz,
  -- until when the receiver asks to wait (Retry-After)
  paused_until timestamptz
);

create index webhooks_creator_idx on webhooks (created_by);

create domain message_kind as text;

-- What is sent: to people, as long as the Slack bot is on, and to webhooks. A message is stored in the transaction of the
-- change that it reports and delivered afterwards. Its kind says what the message is:
-- inbox: an inbox entry
-- digest: the changes of what a person follows
-- slack.answer: an answer to a Slack request, which goes to the response URL in the payload instead of a person
-- webhook: a delivery to a webhook. Of the deliveries of one term, each waits until the one before is over; seq is their order.
create table outbox_messages (
  id uuid primary key default gen_random_uuid(),
  seq bigint generated always as identity,
  kind message_kind not null,
  user_id uuid references users on delete cascade,
  inbox_entry_id uuid references inbox_entries on delete cascade,
  webhook_id uuid references webhooks on delete cascade,
  -- the term that a delivery to a webhook is about
  term_id uuid,
  payload jsonb check (jsonb_typeof(payload) = 'object'),
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz not null default clock_timestamp(),
  delivered_at timestamptz,
  failed_at timestamptz,
  error text,
  created_at timestamptz not null default clock_timestamp(),
  check ((kind in ('inbox', 'digest')) = (user_id is not null)),
  check ((kind = 'inbox') = (inbox_entry_id is not null)),
  check ((kind = 'webhook') = (webhook_id is not null)),
  check ((kind = 'inbox') = (payload is null)),
  check (term_id is null or webhook_id is not null),
  check (delivered_at is null or failed_at is null),
  check (failed_at is null or error is not null)
);

create index outbox_messages_user_idx on outbox_messages (user_id);
create index outbox_messages_created_idx on outbox_messages (created_at);
create index outbox_messages_inbox_entry_idx on outbox_messages (inbox_entry_id) where inbox_entry_id is not null;
-- Messages to people are not searched for among the deliveries of a webhook that cannot be reached.
create index outbox_messages_due_idx on outbox_messages (next_attempt_at)
  where webhook_id is null and delivered_at is null and failed_at is null;
create index outbox_messages_webhook_idx on outbox_messages (webhook_id, seq) where webhook_id is not null;
create index outbox_messages_webhook_due_idx on outbox_messages (webhook_id, next_attempt_at)
  where webhook_id is not null and delivered_at is null and failed_at is null;
