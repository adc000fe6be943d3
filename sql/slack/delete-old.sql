-- Deletes deliveries that Slack no longer repeats: it gives up after 24 hours. Returns nothing.
delete from slack_deliveries
where handled_at is not null and created_at < clock_timestamp() - interval '48 hours'
