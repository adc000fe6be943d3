-- The number of lookups in each of the last :weeks weeks, which begin on Mondays (UTC), by whether they found
-- something. Returns one row per week, the oldest first.
select
  w.week,
  coalesce(sum(d.answered), 0)::integer as answered,
  coalesce(sum(d.unanswered), 0)::integer as unanswered
from (
  select generate_series(t.this - make_interval(weeks => :weeks::integer - 1), t.this, '1 week') as week
  from (select date_trunc('week', now()) as this) as t
) as w
left join lookup_days d on d.day >= w.week::date and d.day < w.week::date + 7
group by w.week
order by w.week
