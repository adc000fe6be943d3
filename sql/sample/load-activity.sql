-- Adds job runs and messages to owners, as the service would have stored them for the sample glossary.
-- Returns nothing.
with runs as (
  insert into job_runs (
    job_type, trigger, status, progress, error, created_at, started_at, completed_at
  )
  select
    r.job_type, r.trigger, case when r.error is null then 'completed' else 'failed' end,
    r.progress::jsonb, r.error, d.at, d.at, d.at + make_interval(secs => r.seconds)
  from (values
    ('staleness', 'schedule', 14, '{"flagged": 1, "notified": 1}', null, 0.4),
    ('discovery', 'schedule', 9, '{"channels": 46, "channels_done": 46, "messages": 2218, "suggested": 2}', null, 138),
    ('staleness', 'schedule', 7, '{"flagged": 2, "notified": 2}', null, 0.3),
    (
      'discovery', 'schedule', 4, '{"channels": 46, "channels_done": 17, "messages": 803, "suggested": 0}',
      'Slack could not be reached. The next run will resume from here.', 92
    ),
    ('discovery', 'manual', 3, '{"channels": 46, "channels_done": 46, "messages": 3120, "suggested": 1}', null, 171),
    ('staleness', 'manual', 1, '{"flagged": 0, "notified": 0}', null, 0.2)
  ) as r (job_type, trigger, days_ago, progress, error, seconds)
  cross join lateral (select date_trunc('day', now()) - make_interval(days => r.days_ago, hours => -2) as at) as d
  order by d.at
)
insert into outbox_messages (user_id, kind, payload, attempts, created_at, delivered_at, failed_at, error)
select
  t.owner_id, m.kind, jsonb_build_object('term_id', t.id, 'name', t.name), m.attempts, d.at,
  case when m.error is null then d.at + interval '2 seconds' end,
  case when m.error is not null then d.at + interval '1 day' end,
  m.error
from (values
  (1, 'term.promoted', 2, 1, null),
  (2, 'term.promoted', 5, 1, null),
  (3, 'term.promoted', 6, 9, 'Slack: users_not_found'),
  (4, 'term.disputed', 8, 2, null),
  (5, 'terms.stale', 14, 31, 'not delivered within 24 hours: Slack: ratelimited')
) as m (position, kind, days_ago, attempts, error)
join (
  select id, name, owner_id, row_number() over (order by created_at desc) as position
  from terms
  where owner_id is not null
) as t on t.position = m.position
cross join lateral (select now() - make_interval(days => m.days_ago) as at) as d
