-- Adds job runs and inbox entries of owners, as the service would have stored them for the sample glossary.
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
insert into inbox_entries (user_id, kind, term_id, term_name, detail, created_at, read_at)
select
  t.owner_id, n.kind, case when n.kind <> 'stale' then t.id end, case when n.kind <> 'stale' then t.name end,
  case
    when n.kind <> 'stale' then n.detail::jsonb
    else jsonb_build_object(
      'terms', jsonb_build_array(jsonb_build_object('id', t.id, 'name', t.name)), 'total', 1, 'owned', true
    )
  end,
  d.at, d.at + interval '1 hour'
from (values
  (1, 'promoted', 2, '{"action": "term.voted", "from": "pending", "to": "community"}'),
  (2, 'promoted', 5, '{"action": "term.voted", "from": "pending", "to": "community"}'),
  (3, 'promoted', 6, '{"action": "term.official", "from": "community", "to": "official"}'),
  (4, 'edited', 8, '{"action": "term.updated", "version": 2, "fields": ["definition"]}'),
  (5, 'stale', 14, null)
) as n (position, kind, days_ago, detail)
join (
  select id, name, owner_id, row_number() over (order by created_at desc) as position
  from terms
  where owner_id is not null
) as t on t.position = n.position
cross join lateral (select now() - make_interval(days => n.days_ago) as at) as d
