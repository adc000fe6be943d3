-- Counts the messages that are neither delivered nor given up, and says how old the oldest one is. Two counts, as each
-- has an index of its own. Returns one row.
select
  sum(w.waiting)::integer as backlog,
  coalesce(extract(epoch from clock_timestamp() - min(w.oldest)), 0)::float8 as oldest_seconds
from (
  select count(*) as waiting, min(created_at) as oldest
  from outbox_messages
  where webhook_id is null and delivered_at is null and failed_at is null
  union all
  select count(*), min(created_at)
  from outbox_messages
  where webhook_id is not null and delivered_at is null and failed_at is null
) as w
