-- Counts the finished runs of each job, whichever process ran them, and says when one last succeeded, in seconds since
-- 1970. Returns one row per job that has finished.
select
  job_type,
  count(*) filter (where status = 'completed')::integer as completed,
  count(*) filter (where status = 'failed')::integer as failed,
  extract(epoch from max(completed_at) filter (where status = 'completed'))::float8 as last_success
from job_runs
where status in ('completed', 'failed')
group by job_type
