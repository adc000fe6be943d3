-- Deletes names that texts last contained 90 days ago. Returns nothing.
delete from explained_names where last_seen_on < (now() at time zone 'UTC')::date - 90
