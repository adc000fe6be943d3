-- How well the glossary is doing. Of the terms that are not suggestions: how many have an active owner, were confirmed
-- in the last :stale_days days, are official. Of the last :lookup_days days: lookups. Of the last :decision_days days:
-- proposals and disputes that were decided, and the median of the seconds that took; how many wait. Returns one row.
select
  t.terms, t.owned, t.confirmed, t.official,
  l.answered, l.unanswered,
  d.decided, d.median_seconds, d.waiting
from (
  select
    count(*)::integer as terms,
    count(*) filter (where u.is_active)::integer as owned,
    count(*) filter (
      where t.last_confirmed_at >= now() - make_interval(days => :stale_days::integer)
    )::integer as confirmed,
    count(*) filter (where t.status = 'official')::integer as official
  from terms t
  left join users u on u.id = t.owner_id
  where t.status <> 'suggested'
) as t
cross join (
  select
    coalesce(sum(answered), 0)::integer as answered, coalesce(sum(unanswered), 0)::integer as unanswered
  from lookup_days
  where day > (now() at time zone 'UTC')::date - :lookup_days::integer
) as l
cross join (
  select
    count(decided_at)::integer as decided,
    round(percentile_cont(0.5) within group (
      order by extract(epoch from decided_at - created_at)
    ))::integer as median_seconds,
    count(*) filter (where decided_at is null)::integer as waiting
  from (
    select created_at, decided_at from proposals where status <> 'withdrawn'
    union all
    select opened_at, resolved_at from disputes where resolution is distinct from 'withdrawn'
  ) as c
  where c.decided_at is null or c.decided_at > now() - make_interval(days => :decision_days::integer)
) as d
