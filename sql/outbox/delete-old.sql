-- Deletes at most :most messages a month after they were stored, also those that still wait because the Slack bot is off; and
-- answers a day after they were stored, once they are delivered or have failed. Returns one row with their number.
with deleted as (
  delete from outbox_messages
  where id in (
    select id
    from outbox_messages
    where
      created_at < clock_timestamp() - interval '30 days'
      or (
        kind = 'slack.answer'
        and (delivered_at is not null or failed_at is not null)
        and created_at < clock_timestamp() - interval '1 day'
      )
    limit :most
  )
  returning 1
)
select count(*)::integer as deleted from deleted
