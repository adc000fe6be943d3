create extension if not exists pg_trgm;

-- The folding that every comparison of names uses: whatever the case, in any script. The collation
-- is spelled out so that the locale of the database changes nothing.
create function fold(value text) returns text
language sql immutable parallel safe
return lower(normalize(value, nfc) collate "und-x-icu") collate "C";

-- Words only: punctuation separates ('CI/CD' is two words), so that PostgreSQL's parser never takes
-- a term for a path, a host name or an e-mail address.
create function words(value text) returns text
language sql immutable parallel safe
return regexp_replace(lower(value collate "und-x-icu"), '[^[:alnum:]]+', ' ', 'g');

-- Letters and digits only: 'A.P.I.' and 'API' are written the same.
create function letters(value text) returns text
language sql immutable parallel safe
return regexp_replace(lower(value collate "und-x-icu"), '[^[:alnum:]]+', '', 'g') collate "C";

create table users (
  id uuid primary key default gen_random_uuid(),
  email text not null check (char_length(email) between 3 and 320),
  display_name text check (char_length(display_name) between 1 and 300),
  messaging_user_id text unique check (char_length(messaging_user_id) between 1 and 100),
  role text not null default 'viewer' check (role in ('viewer', 'editor', 'admin')),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  last_login_at timestamptz
);

create unique index users_email_key on users (fold(email));

create table terms (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 120),
  full_name text check (char_length(full_name) between 1 and 300),
  definition text not null check (char_length(definition) between 1 and 4000),
  category text check (char_length(category) between 1 and 80),
  status text not null check (status in ('suggested', 'pending', 'community', 'official')),
  version integer not null default 1 check (version > 0),
  vote_count integer not null default 0 check (vote_count >= 0),
  owner_id uuid references users on delete set null,
  is_stale boolean not null default false,
  last_confirmed_at timestamptz not null default now(),
  source text not null check (source in ('user', 'slack', 'discovery', 'import')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  name_key text collate "C" not null generated always as (fold(name)) stored,
  full_name_key text collate "C" not null
    generated always as (coalesce(fold(full_name), '')) stored,
  category_key text collate "C" not null
    generated always as (coalesce(fold(category), '')) stored,
  name_letters text collate "C" not null generated always as (letters(name)) stored,
  close_text text not null
    generated always as (words(name || ' ' || coalesce(full_name, ''))) stored,
  search tsvector not null generated always as (
    setweight(to_tsvector('english', words(name)), 'A')
    || setweight(to_tsvector('english', words(coalesce(full_name, ''))), 'B')
    || setweight(to_tsvector('english', words(definition)), 'C')
  ) stored,
  -- A row is one meaning. The same index answers exact names, prefixes and the order of the list.
  constraint terms_meaning_key unique (name_key, full_name_key, category_key)
);

create index terms_name_letters_idx on terms (name_letters);
create index terms_category_idx on terms (category_key, name_key, full_name_key);
create index terms_status_idx on terms (status, name_key, full_name_key, category_key);
create index terms_owner_idx on terms (owner_id);
create index terms_last_confirmed_idx on terms (last_confirmed_at) where not is_stale;
create index terms_stale_idx on terms (name_key, full_name_key, category_key) where is_stale;
create index terms_search_idx on terms using gin (search);
create index terms_close_text_idx on terms using gin (close_text gin_trgm_ops);

create table votes (
  term_id uuid not null references terms on delete cascade,
  user_id uuid not null references users,
  created_at timestamptz not null default now(),
  primary key (term_id, user_id)
);

create index votes_user_idx on votes (user_id);

-- term_id is no foreign key on purpose: the history of a term outlives the term.
-- seq gives entries written in the same instant an order; created_at is read off the clock when the
-- row is written, so that waiting for a lock cannot put entries out of order.
create table term_history (
  id uuid primary key default gen_random_uuid(),
  seq bigint generated always as identity unique,
  term_id uuid not null,
  version integer not null check (version > 0),
  action text not null check (
    action in ('created', 'updated', 'status_changed', 'disputed', 'confirmed', 'claimed')
  ),
  changes jsonb not null default '{}' check (jsonb_typeof(changes) = 'object'),
  actor_id uuid references users,
  note text check (char_length(note) between 1 and 500),
  created_at timestamptz not null default clock_timestamp()
);

create index term_history_term_idx on term_history (term_id, seq desc);

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

create table job_runs (
  id uuid primary key default gen_random_uuid(),
  seq bigint generated always as identity unique,
  job_type text not null check (job_type in ('discovery', 'staleness')),
  trigger text not null check (trigger in ('schedule', 'manual')),
  status text not null default 'pending'
    check (status in ('pending', 'running', 'completed', 'failed')),
  progress jsonb not null default '{}' check (jsonb_typeof(progress) = 'object'),
  error text,
  started_at timestamptz,
  completed_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  check ((status = 'failed') = (error is not null)),
  check ((status in ('completed', 'failed')) = (completed_at is not null))
);

-- One run of a kind at a time, whoever starts it.
create unique index job_runs_active_key on job_runs (job_type)
  where status in ('pending', 'running');

-- Messages to people, stored in the transaction of the change they tell of.
create table outbox_messages (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('term.disputed')),
  payload jsonb not null check (jsonb_typeof(payload) = 'object'),
  created_at timestamptz not null default clock_timestamp()
);

create index outbox_messages_user_idx on outbox_messages (user_id);

create function refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;

create trigger term_history_append_only
  before update or delete or truncate on term_history
  for each statement execute function refuse_change();

create trigger audit_events_append_only
  before update or delete or truncate on audit_events
  for each statement execute function refuse_change();
