-- Deletes names that were last looked up 90 days ago, and those that only one person looked up in a week that is over: they
-- are never shown. Returns nothing.
delete from wanted_names
where
  last_asked_at < now() - interval '90 days'
  or (people < 2 and week < date_trunc('week', now() at time zone 'UTC')::date)
