-- People, their credentials and the audit log.
-- Once a version has been released, its migrations are never edited: a change of the schema is a new file. Functions that
-- columns and indexes are computed with are in the migrations; the others, triggers and views are in sql/functions/.

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
  -- Sessions of an earlier generation have ended: each deactivation begins a new one.
  session_generation integer not null default 0 check (session_generation >= 0),
  created_at timestamptz not null default now(),
  last_login_at timestamptz
);

create unique index users_email_key on users (fold(email));

-- Who an OpenID provider says that a user is: its issuer, and the ID that the person has there.
create table identities (
  issuer text not null check (char_length(issuer) between 1 and 2000),
  subject text not null check (char_length(subject) between 1 and 1000),
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (issuer, subject),
  unique (user_id, issuer)
);

create table api_tokens (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 100),
  scopes text[] not null check (
    cardinality(scopes) between 1 and 2
    -- A token for feeds can do nothing else.
    and (scopes <@ array['read', 'write'] or scopes = array['feed'])
  ),
  user_id uuid not null references users on delete cascade,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  created_at timestamptz not null default clock_timestamp(),
  last_used_at timestamptz,
  expires_at timestamptz
);

create index api_tokens_user_idx on api_tokens (user_id, created_at desc);

-- Keys with which pages of other websites may have their text explained. A key is public, as it stands in those pages:
-- what protects it is the list of origins. Only its hash is stored, so that nobody can read the keys here either.
create table embed_keys (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 100),
  origins text[] not null check (cardinality(origins) between 1 and 20),
  key_hash bytea not null unique check (octet_length(key_hash) = 32),
  created_by uuid not null references users,
  created_at timestamptz not null default clock_timestamp(),
  last_used_at timestamptz
);

create index embed_keys_creator_idx on embed_keys (created_by);

-- The agents that people have allowed to use MCP, one row for each time. Deleting one ends its codes and tokens.
create table agents (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  -- A registered client, or the URL of a client metadata document. Nobody has checked the name.
  client_id text not null check (char_length(client_id) between 1 and 2000),
  name text not null check (char_length(name) between 1 and 80),
  created_at timestamptz not null default clock_timestamp(),
  last_used_at timestamptz,
  -- When the last of its codes and tokens expires.
  expires_at timestamptz not null
);

create index agents_user_idx on agents (user_id, created_at desc);
create index agents_client_idx on agents (client_id);
create index agents_expiry_idx on agents (expires_at);

-- What the OAuth server remembers, one row for each object of oidc-provider. The ID of an object can be a token, so only its
-- hash is stored, and the payload does not contain it.
create table oauth_state (
  kind text not null check (kind in ('Client', 'Interaction', 'AuthorizationCode', 'AccessToken', 'RefreshToken')),
  id_hash bytea not null check (octet_length(id_hash) = 32),
  payload jsonb not null check (jsonb_typeof(payload) = 'object'),
  agent_id uuid references agents on delete cascade,
  created_at timestamptz not null default now(),
  consumed_at timestamptz,
  -- Clients expire when no agent uses them.
  expires_at timestamptz,
  primary key (kind, id_hash),
  check ((agent_id is null) = (kind in ('Client', 'Interaction'))),
  check ((expires_at is null) = (kind = 'Client')),
  check (consumed_at is null or kind in ('AuthorizationCode', 'RefreshToken'))
);

create index oauth_state_agent_idx on oauth_state (agent_id);
create index oauth_state_expiry_idx on oauth_state (expires_at);

-- SHA-256 hashes of the login nonces that have been used: each works once in all processes. Rows older than
-- an hour are deleted.
create table spent_login_nonces (
  nonce_hash bytea primary key check (octet_length(nonce_hash) = 32),
  spent_at timestamptz not null default now()
);

-- The values of domains are those that the API names: lib/db/domains.ts limits them.
create domain audit_action as text;
create domain audit_target as text;

-- created_at is the time at which the row is written, so that waiting for a lock cannot reorder events; seq
-- orders events of the same instant.
create table audit_events (
  id uuid primary key default gen_random_uuid(),
  seq bigint generated always as identity unique,
  actor_id uuid references users,
  action audit_action not null,
  target_type audit_target,
  target_id uuid,
  payload jsonb not null default '{}' check (jsonb_typeof(payload) = 'object'),
  created_at timestamptz not null default clock_timestamp()
);

create index audit_events_action_idx on audit_events (action, seq desc);
create index audit_events_actor_idx on audit_events (actor_id, seq desc);
create index audit_events_target_idx on audit_events (target_id, seq desc);
