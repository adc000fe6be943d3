-- Forgets deliveries that Slack sends no more: it gives up after 24 hours. Returns nothing.
delete from slack_deliveries
where handled_at is not null and created_at < clock_timestamp() - interval '48 hours'
