-- Stores one message for each person who has unread changes of what they follow up to the last time at which it was
-- :hour in :timezone, and has not been sent a digest since then. A message names the newest 20 changes. Changes more
-- than a week old are left out, in case no process was running. Returns one row with the number of messages.
with due as (
  select max(at) as at
  from generate_series(0, 1) as days
  cross join lateral (
    select (
      date_trunc('day', :now::timestamptz at time zone :timezone)
      + make_interval(days => -days, hours => :hour::integer)
    ) at time zone :timezone as at
  ) as times
  where at <= :now::timestamptz
),
unread as (
  select e.*
  from due
  join inbox_entries e on e.created_at > due.at - interval '7 days' and e.created_at <= due.at
  left join digests d on d.user_id = e.user_id
  where
    e.kind = 'followed' and e.read_at is null
    and (d.sent_until is null or e.created_at > d.sent_until)
),
-- Of two processes, the second one waits for the first and then changes nothing.
recorded as (
  insert into digests (user_id, sent_until)
  select distinct user_id, at from unread cross join due order by user_id
  on conflict (user_id) do update set sent_until = excluded.sent_until
  where digests.sent_until < excluded.sent_until
  returning user_id
),
ranked as (
  select
    u.*, count(*) over (partition by u.user_id) as total,
    row_number() over (partition by u.user_id order by u.created_at desc, u.id) as position
  from unread u
  join recorded r on r.user_id = u.user_id
),
stored as (
  insert into outbox_messages (user_id, kind, payload)
  select
    user_id, 'digest',
    jsonb_build_object(
      'total', max(total),
      'entries',
      jsonb_agg(
        jsonb_build_object(
          'term_id', term_id, 'name', with_meaning(term_name, term_id), 'actor_id', actor_id, 'detail', detail
        )
        order by position
      )
    )
  from ranked
  where position <= 20
  group by user_id
  returning id
)
select count(*)::integer as stored from stored
