-- Job runs, newest first, with the total number.
-- Returns one row per run of the page, or a single row with a null ID if the page is empty.
select
  c.total, r.id, r.job_type, r.trigger, r.status, r.progress, r.error, r.started_at,
  r.completed_at, r.created_at
from (select count(*)::integer as total from job_runs) as c
left join (
  select * from job_runs order by seq desc limit :limit offset :offset
) as r on true
order by r.seq desc
