-- Released migrations are never edited: a change of the schema is a new file.

-- The form in which names and email addresses are compared: composed, in lower case, in byte order.
-- The collations are spelled out so that the locale of the database makes no difference.
create function fold(value text) returns text
language sql immutable parallel safe
return lower(normalize(value, nfc) collate "und-x-icu") collate "C";

create table users (
  id uuid primary key default gen_random_uuid(),
  email text not null check (char_length(email) between 3 and 320),
  display_name text check (char_length(display_name) between 1 and 300),
  -- The name that other users see: without a display name, the part of the email address before the @.
  public_name text not null generated always as (coalesce(display_name, split_part(email, '@', 1))) stored,
  messaging_user_id text unique check (char_length(messaging_user_id) between 1 and 100),
  role text not null default 'viewer' check (role in ('viewer', 'editor', 'admin')),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  last_login_at timestamptz
);

create unique index users_email_key on users (fold(email));

create table api_tokens (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 100),
  scopes text[] not null check (
    cardinality(scopes) between 1 and 2 and scopes <@ array['read', 'write']
  ),
  user_id uuid not null references users on delete cascade,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  created_at timestamptz not null default clock_timestamp(),
  last_used_at timestamptz
);

create index api_tokens_user_idx on api_tokens (user_id, created_at desc);

-- Processes cache credentials for a few seconds. This tells them that a credential has ended or changed.
create function notify_credential_change() returns trigger
language plpgsql as $$
begin
  notify credentials;
  return null;
end
$$;

create trigger users_credentials
  after update of role, is_active or delete on users
  for each statement execute function notify_credential_change();

create trigger api_tokens_credentials
  after delete or update of scopes, user_id, token_hash on api_tokens
  for each statement execute function notify_credential_change();

-- SHA-256 hashes of the login nonces that have been used: each works once in all processes. Rows older than
-- an hour are deleted.
create table spent_login_nonces (
  nonce_hash bytea primary key check (octet_length(nonce_hash) = 32),
  spent_at timestamptz not null default now()
);

create function refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;

-- created_at is the time at which the row is written, so that waiting for a lock cannot reorder events; seq
-- orders events of the same instant.
create table audit_events (
  id uuid primary key default gen_random_uuid(),
  seq bigint generated always as identity unique,
  actor_id uuid references users,
  action text not null check (action in (
    'term.created', 'term.updated', 'term.deleted', 'term.voted', 'term.unvoted', 'term.disputed',
    'term.promoted', 'term.official', 'term.confirmed', 'term.claimed',
    'user.created', 'user.role_changed', 'user.activated', 'user.deactivated',
    'token.created', 'token.revoked', 'auth.login', 'auth.login_failed', 'job.triggered'
  )),
  target_type text check (target_type in ('term', 'user', 'token', 'job_run')),
  target_id uuid,
  payload jsonb not null default '{}' check (jsonb_typeof(payload) = 'object'),
  created_at timestamptz not null default clock_timestamp()
);

create index audit_events_action_idx on audit_events (action, seq desc);
create index audit_events_actor_idx on audit_events (actor_id, seq desc);
create index audit_events_target_idx on audit_events (target_id, seq desc);

create trigger audit_events_append_only
  before update or delete or truncate on audit_events
  for each statement execute function refuse_change();
