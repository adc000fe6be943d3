-- The jobs that wait or run now. Gives one row per job.
select job_type from job_runs where status in ('pending', 'running')
