-- Delivers the messages of the sample glossary, all but two. Returns nothing.
update outbox_messages m
set
  attempts = coalesce(o.attempts, 1), error = o.error, created_at = e.created_at,
  delivered_at = case when o.error is null then e.created_at + interval '2 seconds' end,
  failed_at = case when o.error is not null then e.created_at + interval '1 day' end
from (
  select id, created_at, row_number() over (order by created_at desc) as position from inbox_entries
) as e
left join (values
  (8, 9, 'Slack: users_not_found'),
  (9, 2, null),
  (11, 31, 'not delivered within 24 hours: Slack: ratelimited')
) as o (position, attempts, error) on o.position = e.position
where m.inbox_entry_id = e.id
