-- Deletes at most :most names that were last looked up 90 days ago, or of which no week is left (wanted/delete-weeks).
-- Returns one row with their number.
with deleted as (
  delete from wanted_names
  where id in (
    select n.id
    from wanted_names n
    where
      n.last_asked_on < (now() at time zone 'UTC')::date - 90
      or not exists (select from wanted_weeks w where w.name_id = n.id)
    limit :most
  )
  returning 1
)
select count(*)::integer as deleted from deleted
