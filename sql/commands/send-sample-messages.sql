-- Delivers the messages that sql/commands/load-sample-activity.sql has stored, all but two. Returns nothing.
update outbox_messages m
set
  attempts = o.attempts, error = o.error, created_at = e.created_at,
  delivered_at = case when o.error is null then e.created_at + interval '2 seconds' end,
  failed_at = case when o.error is not null then e.created_at + interval '1 day' end
from (
  select id, created_at, row_number() over (order by created_at desc) as position from inbox_entries
) as e
join (values
  (1, 1, null),
  (2, 1, null),
  (3, 9, 'Slack: users_not_found'),
  (4, 2, null),
  (5, 31, 'not delivered within 24 hours: Slack: ratelimited')
) as o (position, attempts, error) on o.position = e.position
where m.inbox_entry_id = e.id
