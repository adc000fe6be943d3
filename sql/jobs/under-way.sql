-- The jobs that wait or run now. Returns one row per job.
select job_type from job_runs where status in ('pending', 'running')
