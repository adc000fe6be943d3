-- When a scheduled run was due: one run a due time, however many processes have a clock.
alter table job_runs add due_at timestamptz;
create unique index job_runs_due_key on job_runs (job_type, due_at);

-- How far discovery has read each channel. Slack's timestamps identify messages within a channel: text
-- of fixed width, which sorts as they do. A scan goes from its newest message down to read_up_to; while
-- one is under way, scan_top is where it began and scan_position where it is.
create table discovery_channels (
  id text primary key check (char_length(id) between 1 and 100),
  name text not null,
  read_up_to text collate "C" check (read_up_to ~ '^\d{10}\.\d{6}$'),
  scan_top text collate "C" check (scan_top ~ '^\d{10}\.\d{6}$'),
  scan_position text collate "C" check (scan_position ~ '^\d{10}\.\d{6}$'),
  check ((scan_top is null) = (scan_position is null))
);

-- What was seen of each acronym in each channel; never the text of a message.
create table discovery_sightings (
  acronym text not null check (char_length(acronym) between 2 and 10),
  channel_id text not null references discovery_channels on delete cascade,
  sightings integer not null check (sightings > 0),
  -- Slack ids of who wrote it
  authors text[] not null,
  -- permalinks
  examples text[] not null check (cardinality(examples) <= 3),
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (acronym, channel_id)
);

create table discovery_expansions (
  acronym text not null,
  full_name text not null check (char_length(full_name) between 1 and 300),
  sightings integer not null check (sightings > 0),
  primary key (acronym, full_name)
);

-- What has been suggested: an editor who deletes a suggestion does not want to see it again.
create table discovery_suggestions (
  acronym text primary key,
  term_id uuid not null,
  created_at timestamptz not null default clock_timestamp()
);
