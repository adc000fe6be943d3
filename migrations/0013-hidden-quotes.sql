-- The sentence that a suggestion quotes is hidden with the decision about it, and deleted a day later, so that an undo
-- brings it back (sql/functions/discovery-quotes.sql).
-- step: transaction
alter table discovery_sightings add column if not exists quote_hidden_at timestamptz;
-- step: concurrently
create index concurrently if not exists discovery_sightings_hidden_idx on discovery_sightings (quote_hidden_at)
where quote_hidden_at is not null;
