-- The number of terms in each status at the end of each of the last :weeks weeks, which begin on Mondays
-- (UTC): the current number without the changes since then that history and audit log record. It is
-- never negative, even if terms were changed without a record. The last week is the current one.
-- Returns one row per week, the oldest first.
with weeks as (
  select generate_series(w.this - make_interval(weeks => :weeks::integer - 1), w.this, '1 week') as week
  from (select date_trunc('week', now()) as this) as w
),
changes as (
  select h.created_at, h.changes -> 'status' as status
  from term_history h
  where h.created_at >= (select min(week) from weeks) and h.changes ? 'status'
  union all
  select e.created_at, jsonb_build_object('from', e.payload -> 'status')
  from audit_events e
  where e.action in ('term.deleted', 'term.merged') and e.created_at >= (select min(week) from weeks)
),
transitions as (
  select
    date_trunc('week', created_at) as week, status ->> 'from' as "from", status ->> 'to' as "to",
    count(*) as times
  from changes
  group by 1, 2, 3
),
moves as (
  select s.week, m.status, sum(m.difference) as difference
  from transitions s
  cross join lateral (values (s."to", s.times), (s."from", -s.times)) as m (status, difference)
  group by 1, 2
),
current as (
  select s.status, count(t.id) as terms
  from (values ('suggested'), ('pending'), ('community'), ('official')) as s (status)
  left join terms t on t.status = s.status
  group by s.status
),
totals as (
  select
    w.week, c.status,
    greatest(c.terms - coalesce(sum(m.difference) over later, 0), 0) as terms
  from weeks w
  cross join current c
  left join moves m on m.week = w.week and m.status = c.status
  window later as (
    partition by c.status order by w.week desc rows between unbounded preceding and 1 preceding
  )
)
select week, jsonb_object_agg(status, terms::integer) as terms
from totals
group by week
order by week
