-- The number of votes cast in each of the last :weeks weeks, which begin on Mondays (UTC), without those
-- that were removed since. Returns one row per week, the oldest first.
select w.week, count(v.term_id)::integer as votes
from (
  select generate_series(t.this - make_interval(weeks => :weeks::integer - 1), t.this, '1 week') as week
  from (select date_trunc('week', now()) as this) as t
) as w
left join votes v on
  date_trunc('week', v.created_at) = w.week
  and v.created_at >= date_trunc('week', now()) - make_interval(weeks => :weeks::integer - 1)
group by w.week
order by w.week
