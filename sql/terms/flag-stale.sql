-- Flags every term whose last confirmation is older than :days days and that is not flagged yet.
-- Gives one row with how many they were.
with flagged as (
  update terms
  set is_stale = true
  where not is_stale and last_confirmed_at < now() - make_interval(days => :days)
  returning id
)
select count(*)::integer as flagged from flagged
