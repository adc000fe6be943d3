-- Deletes at most :most deliveries that Slack no longer repeats: it gives up after 24 hours. Returns one row with their number.
with deleted as (
  delete from slack_deliveries
  where id in (
    select id
    from slack_deliveries
    where handled_at is not null and created_at < clock_timestamp() - interval '48 hours'
    limit :most
  )
  returning 1
)
select count(*)::integer as deleted from deleted
