-- Claims due messages to people for a minute.
-- Returns one row per message, with its recipient. The payload of an inbox message is its entry.
with due as (
  select id, kind, payload, user_id, inbox_entry_id, attempts, created_at
  from outbox_messages
  where
    webhook_id is null and delivered_at is null and failed_at is null
    and next_attempt_at <= clock_timestamp()
  order by next_attempt_at
  limit :limit
  for update skip locked
),
claimed as (
  update outbox_messages m
  set next_attempt_at = clock_timestamp() + interval '1 minute'
  from due d
  where m.id = d.id
)
select
  d.id, d.kind, d.attempts,
  case
    when e.id is null then d.payload
    else jsonb_build_object(
      'kind', e.kind, 'term_id', e.term_id, 'name', with_meaning(e.term_name, e.term_id),
      'actor_id', e.actor_id, 'detail', e.detail
    )
  end as payload, d.user_id,
  d.created_at < clock_timestamp() - interval '24 hours' as is_overdue,
  u.is_active,
  case
    when u.id is not null
      then jsonb_build_object('id', u.id, 'email', u.email, 'messaging_user_id', u.messaging_user_id)
  end as recipient
from due d
left join inbox_entries e on e.id = d.inbox_entry_id
left join users u on u.id = d.user_id
