-- Deletes messages a month after they were stored, also those that still wait because the Slack bot is off; and answers
-- a day after they were stored, once they are delivered or have failed. Returns nothing.
delete from outbox_messages
where
  created_at < clock_timestamp() - interval '30 days'
  or (
    kind = 'slack.answer'
    and (delivered_at is not null or failed_at is not null)
    and created_at < clock_timestamp() - interval '1 day'
  )
