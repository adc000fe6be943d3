-- The jobs that are pending or running. Returns one row per job.
select job_type from job_runs where status in ('pending', 'running')
