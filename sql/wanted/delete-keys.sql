-- Deletes the keys of the weeks that are over. Returns nothing.
delete from wanted_keys where week < date_trunc('week', now() at time zone 'UTC')::date
