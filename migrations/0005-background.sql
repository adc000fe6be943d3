-- Slack, jobs and discovery.

-- Requests from Slack. They are stored before they are handled, and kept until Slack no longer retries
-- them, so that a second delivery is recognized. The payload is deleted once it is handled.
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

-- How often terms of a category were looked up or shared in a Slack channel, so that the meanings of a name can be
-- ordered by what a channel usually talks about. Nothing says who asked. Direct messages are not counted. A count ends
-- at 100, so that a new subject can overtake an old one; rows that are not used are deleted.
create table slack_channel_categories (
  channel_id text not null check (char_length(channel_id) between 1 and 150),
  category_key text collate "C" not null check (category_key <> ''),
  uses integer not null check (uses between 1 and 100),
  last_used_on date not null default current_date,
  primary key (channel_id, category_key)
);

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
  -- when a scheduled run was due
  due_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  unique (job_type, due_at),
  check ((status = 'failed') = (error is not null)),
  check ((status in ('completed', 'failed')) = (completed_at is not null))
);

-- At most one run of each type is active.
create unique index job_runs_active_key on job_runs (job_type)
  where status in ('pending', 'running');

-- How far discovery has read each channel, as Slack timestamps, which identify messages within a channel and
-- sort as text. A scan goes from its newest message (scan_top) down to read_up_to; scan_position is how far
-- it has come.
create table discovery_channels (
  id text primary key check (char_length(id) between 1 and 100),
  name text not null,
  read_up_to text collate "C" check (read_up_to ~ '^\d{10}\.\d{6}$'),
  scan_top text collate "C" check (scan_top ~ '^\d{10}\.\d{6}$'),
  scan_position text collate "C" check (scan_position ~ '^\d{10}\.\d{6}$'),
  check ((scan_top is null) = (scan_position is null))
);

-- How often each acronym was seen in each channel. The text of messages is never stored.
create table discovery_sightings (
  acronym text not null check (char_length(acronym) between 2 and 10),
  channel_id text not null references discovery_channels on delete cascade,
  sightings integer not null check (sightings > 0),
  -- Slack IDs of the people who wrote it
  authors text[] not null,
  -- permalinks
  examples text[] not null check (cardinality(examples) <= 3),
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (acronym, channel_id)
);

create index discovery_sightings_loose_idx on discovery_sightings (loose(acronym));

create table discovery_expansions (
  acronym text not null,
  full_name text not null check (char_length(full_name) between 1 and 300),
  sightings integer not null check (sightings > 0),
  primary key (acronym, full_name)
);

-- Acronyms that were suggested once: a suggestion that an editor deleted is not made again.
create table discovery_suggestions (
  acronym text primary key,
  term_id uuid not null,
  created_at timestamptz not null default clock_timestamp()
);

-- What discovery saw of a suggestion is found by its term.
create index discovery_suggestions_term_idx on discovery_suggestions (term_id);

-- /ready writes here, in transactions that are rolled back. Uncompressed, so that a row takes up a page.
create unlogged table readiness_probes (filler text not null);
alter table readiness_probes alter column filler set storage plain;
