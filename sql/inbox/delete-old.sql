-- Deletes at most :most entries of inboxes that are older than 180 days (contract, section 16). Returns one row with their number.
with deleted as (
  delete from inbox_entries
  where id in (
    select id
    from inbox_entries
    where created_at < clock_timestamp() - interval '180 days'
    limit :most
  )
  returning 1
)
select count(*)::integer as deleted from deleted
