-- Stores a delivery from Slack until it is handled. The process that received it has five seconds to begin.
-- Returns its ID, or no row if it was delivered before.
insert into slack_deliveries (id, kind, payload, next_attempt_at)
values (:id, :kind, :payload::jsonb, clock_timestamp() + interval '5 seconds')
on conflict do nothing
returning id
