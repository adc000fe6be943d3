-- Replaces the notices that are due to a person by one message, if there are more than :most, as after many terms have
-- got an owner at once. It names the newest 20. Notices with buttons stay messages of their own. Those that are being
-- sent are not due. Returns nothing.
with crowded as (
  select m.user_id
  from outbox_messages m
  join inbox_entries e on e.id = m.inbox_entry_id
  where
    m.webhook_id is null and m.delivered_at is null and m.failed_at is null
    and m.next_attempt_at <= clock_timestamp()
    and e.kind not in ('disputed', 'proposed', 'stale')
  group by m.user_id
  having count(*) > :most
),
due as (
  select
    m.id, m.user_id, m.created_at, e.created_at as happened_at, e.id as entry_id,
    jsonb_build_object(
      'kind', e.kind, 'term_id', e.term_id, 'name', with_meaning(e.term_name, e.term_id),
      'actor_id', e.actor_id, 'detail', e.detail
    ) as entry
  from crowded c
  join outbox_messages m on m.user_id = c.user_id
  join inbox_entries e on e.id = m.inbox_entry_id
  where
    m.webhook_id is null and m.delivered_at is null and m.failed_at is null
    and m.next_attempt_at <= clock_timestamp()
    and e.kind not in ('disputed', 'proposed', 'stale')
  for update of m skip locked
),
ranked as (
  select
    *, count(*) over (partition by user_id) as total,
    row_number() over (partition by user_id order by happened_at desc, entry_id) as position
  from due
),
replaced as (
  delete from outbox_messages m
  using ranked r
  where m.id = r.id and r.total > :most
)
insert into outbox_messages (user_id, kind, created_at, payload)
select
  user_id, 'digest', min(created_at),
  jsonb_build_object('total', max(total), 'entries', jsonb_agg(entry order by position) filter (where position <= 20))
from ranked
where total > :most
group by user_id
