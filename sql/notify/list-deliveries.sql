-- Lists the deliveries of a webhook, newest first, and the number of all. :delivery_id selects a single one; null
-- for all. Returns one row per delivery; a single row with a null id if the page is empty.
with found as (
  select *
  from outbox_messages
  where webhook_id = :id and (:delivery_id::uuid is null or id = :delivery_id)
)
select
  c.total,
  m.id, m.payload ->> 'type' as type, m.term_id, m.payload #>> '{data,payload,name}' as term_name,
  case
    when m.delivered_at is not null then 'delivered'
    when m.failed_at is not null then 'failed'
    when m.id is not null then 'waiting'
  end as state,
  m.attempts, m.error, m.created_at, m.next_attempt_at, m.delivered_at, m.failed_at
from (
  select count(*)::integer as total from found
) as c
left join (
  select * from found
  order by seq desc
  limit :limit offset :offset
) as m on true
order by m.seq desc
