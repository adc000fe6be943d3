-- Adds up what was seen on a page of a channel: :seen is [{"acronym", "sightings", "authors",
-- "examples", "first_seen_at", "last_seen_at"}], each acronym once. Gives nothing.
insert into discovery_sightings as s
  (acronym, channel_id, sightings, authors, examples, first_seen_at, last_seen_at)
select
  n.acronym, :channel_id, n.sightings, n.authors, n.examples[1:3], n.first_seen_at, n.last_seen_at
from jsonb_to_recordset(:seen::jsonb) as n (
  acronym text, sightings integer, authors text[], examples text[],
  first_seen_at timestamptz, last_seen_at timestamptz
)
order by n.acronym
on conflict (acronym, channel_id) do update
set
  sightings = s.sightings + excluded.sightings,
  authors = (
    select array_agg(distinct a order by a) from unnest(s.authors || excluded.authors) as a
  ),
  examples = (s.examples || excluded.examples)[1:3],
  first_seen_at = least(s.first_seen_at, excluded.first_seen_at),
  last_seen_at = greatest(s.last_seen_at, excluded.last_seen_at)
