-- Marks the runs that a crash cut off as failed: those that no process holds the lock of.
-- Gives one row per run.
update job_runs
set
  status = 'failed', completed_at = clock_timestamp(),
  error = 'The server stopped while the job ran. Run it again.'
where
  status in ('pending', 'running')
  and pg_try_advisory_xact_lock(hashtextextended('glossary.job.' || job_type, 0))
returning id, job_type
