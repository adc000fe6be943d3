-- Deletes the hashes of people of the weeks that are over; their number is kept. Returns nothing.
delete from wanted_people where week < date_trunc('week', now() at time zone 'UTC')::date
