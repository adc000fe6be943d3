-- Disputes, proposals, dismissed suggestions and wanted names.

-- A dispute lasts until someone resolves it. It remembers the status and the votes that it took from the term, so that
-- a dispute that was wrong can give them back.
create table disputes (
  id uuid primary key default gen_random_uuid(),
  term_id uuid not null references terms on delete cascade,
  opened_by uuid not null references users,
  opened_at timestamptz not null default clock_timestamp(),
  status_before text check (status_before in ('community', 'official')),
  resolved_by uuid references users,
  resolved_at timestamptz,
  resolution text check (resolution in ('upheld', 'dismissed', 'withdrawn')),
  note text check (char_length(note) between 1 and 500),
  check ((resolution is null) = (resolved_at is null)),
  check ((resolution is null) = (resolved_by is null))
);

-- A person has one open dispute of a term at most.
create unique index disputes_open_key on disputes (term_id, opened_by) where resolution is null;
create index disputes_term_idx on disputes (term_id, opened_at desc);
create index disputes_opened_by_idx on disputes (opened_by);

create table dispute_reasons (
  id bigint primary key generated always as identity,
  dispute_id uuid not null references disputes on delete cascade,
  text text not null check (char_length(text) between 1 and 500),
  created_at timestamptz not null default clock_timestamp()
);

create index dispute_reasons_dispute_idx on dispute_reasons (dispute_id, id);

create table disputed_votes (
  dispute_id uuid not null references disputes on delete cascade,
  user_id uuid not null references users,
  created_at timestamptz not null,
  primary key (dispute_id, user_id)
);

-- A change that someone proposes because they may not edit the term, or do not want to.
create table proposals (
  id uuid primary key default gen_random_uuid(),
  term_id uuid not null references terms on delete cascade,
  base_version integer not null check (base_version > 0),
  changes jsonb not null check (jsonb_typeof(changes) = 'object' and changes <> '{}'),
  note text check (char_length(note) between 1 and 500),
  status text not null default 'open' check (status in ('open', 'accepted', 'declined', 'withdrawn')),
  proposed_by uuid not null references users,
  created_at timestamptz not null default clock_timestamp(),
  decided_by uuid references users,
  decided_at timestamptz,
  decision_note text check (char_length(decision_note) between 1 and 500),
  check ((status = 'open') = (decided_at is null)),
  check ((status = 'open') = (decided_by is null))
);

-- A person has one open proposal for a term at most.
create unique index proposals_open_key on proposals (term_id, proposed_by) where status = 'open';
create index proposals_term_idx on proposals (term_id, created_at desc);
create index proposals_status_idx on proposals (status, created_at desc);
create index proposals_proposed_by_idx on proposals (proposed_by);

-- Suggestions that an editor dismissed: what discovery does not suggest again, and what restoring one needs.
create table dismissed_suggestions (
  -- the ID of the term, which it has again once it is restored
  id uuid primary key,
  name text not null,
  full_name text,
  definition text not null,
  category text,
  aliases jsonb not null,
  version integer not null check (version > 0),
  owner_id uuid references users on delete set null,
  last_confirmed_at timestamptz not null,
  source text not null,
  created_at timestamptz not null,
  name_key text collate "C" not null generated always as (fold(name)) stored,
  full_name_key text collate "C" not null
    generated always as (coalesce(fold(full_name), '')) stored,
  dismissed_by uuid not null references users,
  dismissed_at timestamptz not null default clock_timestamp()
);

create index dismissed_suggestions_name_idx on dismissed_suggestions (name_key, full_name_key);
create index dismissed_suggestions_time_idx on dismissed_suggestions (dismissed_at desc, id);

-- Pairs of terms that look like duplicates, but have two meanings, as an editor has said.
create table distinct_meanings (
  term_id uuid not null references terms on delete cascade,
  other_id uuid not null references terms on delete cascade,
  decided_by uuid not null references users,
  decided_at timestamptz not null default clock_timestamp(),
  primary key (term_id, other_id),
  check (term_id < other_id)
);

create index distinct_meanings_other_idx on distinct_meanings (other_id);

-- How many lookups of a day found something. Nothing says who asked, or for what.
create table lookup_days (
  day date primary key,
  answered integer not null default 0 check (answered >= 0),
  unanswered integer not null default 0 check (unanswered >= 0)
);

-- Names that people looked up and did not find, in the spelling of the first lookup.
create table wanted_names (
  id uuid primary key default gen_random_uuid(),
  name_key text collate "C" not null unique,
  name text not null check (char_length(name) between 1 and 60),
  -- whether everyone may see it: someone has written it like an acronym, or an editor has shown it to everyone
  is_public boolean not null,
  last_asked_on date not null
);

-- How often a name was looked up in a week (from Monday, UTC) on each surface, and by how many people.
create table wanted_weeks (
  week date not null,
  name_id uuid not null references wanted_names on delete cascade,
  from_page integer not null default 0,
  from_lookup integer not null default 0,
  from_slack integer not null default 0,
  from_mcp integer not null default 0,
  people integer not null default 0 check (people >= 0),
  primary key (name_id, week)
);

create index wanted_weeks_listed_idx on wanted_weeks (name_id) where people >= 2;

-- Who asked, as a hash that differs for each name and week, so that the same person is not counted twice. Without the key
-- of the week, nobody can tell whose hash it is, or which hashes are of the same person. Keys and hashes are deleted when
-- the week is over.
create table wanted_keys (
  week date primary key,
  key bytea not null check (octet_length(key) = 32)
);

create table wanted_people (
  week date not null,
  name_id uuid not null,
  person_hash bytea not null check (octet_length(person_hash) = 32),
  primary key (name_id, week, person_hash),
  foreign key (name_id, week) references wanted_weeks on delete cascade
);

-- What texts that were explained contained, written like an acronym and without a term, in the form in which names are compared:
-- everyone may see such a name once it is wanted.
create table explained_names (
  name_key text collate "C" primary key,
  last_seen_on date not null
);

-- Who wants to be told when a name has been added.
create table wanted_requests (
  name_key text collate "C" not null,
  user_id uuid not null references users on delete cascade,
  name text not null check (char_length(name) between 1 and 60),
  created_at timestamptz not null default clock_timestamp(),
  primary key (name_key, user_id)
);

create index wanted_requests_user_idx on wanted_requests (user_id);
