-- Adds the sightings of one page of a channel, and moves the scan to :to. :acronyms is [{"acronym", "sightings",
-- "authors", "examples", "quote", "quoted_at", "first_seen_at", "last_seen_at"}], each acronym once; :full_names is
-- [{"acronym", "full_name", "sightings"}], each pair once. Returns the channel's ID. If the scan is no longer at :from
-- above :read_up_to, because another run has moved it, changes nothing and returns no row.
with advanced as (
  update discovery_channels
  set scan_top = coalesce(scan_top, :top), scan_position = :to
  where
    id = :channel_id
    and scan_position is not distinct from :from and read_up_to is not distinct from :read_up_to
  returning id
),
sightings as (
  insert into discovery_sightings as s
    (acronym, channel_id, sightings, authors, examples, quote, quoted_at, first_seen_at, last_seen_at)
  select
    n.acronym, a.id, n.sightings, n.authors, n.examples, n.quote, n.quoted_at, n.first_seen_at, n.last_seen_at
  from advanced a
  cross join jsonb_to_recordset(:acronyms::jsonb) as n (
    acronym text, sightings integer, authors text[], examples text[], quote text, quoted_at timestamptz,
    first_seen_at timestamptz, last_seen_at timestamptz
  )
  on conflict (acronym, channel_id) do update
  set
    sightings = s.sightings + excluded.sightings,
    authors = (
      select coalesce(array_agg(distinct a order by a), '{}')
      from unnest(s.authors || excluded.authors) as a
    ),
    examples = (s.examples || excluded.examples)[1:3],
    quote = coalesce(s.quote, excluded.quote),
    quoted_at = coalesce(s.quoted_at, excluded.quoted_at),
    first_seen_at = least(s.first_seen_at, excluded.first_seen_at),
    last_seen_at = greatest(s.last_seen_at, excluded.last_seen_at)
),
full_names as (
  insert into discovery_expansions as e (acronym, full_name, sightings)
  select n.acronym, n.full_name, n.sightings
  from advanced a
  cross join jsonb_to_recordset(:full_names::jsonb) as n (
    acronym text, full_name text, sightings integer
  )
  on conflict (acronym, full_name) do update set sightings = e.sightings + excluded.sightings
)
select id from advanced
