-- Forgets what suggestions quoted that were decided about a day ago, of :most sightings. Returns their number.
with forgotten as (
  update discovery_sightings
  set quote = null, quoted_at = null, quote_hidden_at = null
  where ctid = any (array(
    select ctid from discovery_sightings where quote_hidden_at < now() - interval '24 hours' limit :most
  ))
  returning 1
)
select count(*)::integer as deleted from forgotten
