-- Keeps what Slack has delivered until it is handled; whoever received it has five seconds to begin.
-- Returns its id, or no row where it has been delivered before.
insert into slack_deliveries (id, kind, payload, next_attempt_at)
values (:id, :kind, :payload::jsonb, clock_timestamp() + interval '5 seconds')
on conflict do nothing
returning id
