-- Marks runs that a crash interrupted as failed: runs whose lock no process holds. A run requested within the
-- last :grace_seconds seconds is left alone, because its process may be about to take the lock.
-- Returns one row per run.
update job_runs
set
  status = 'failed', completed_at = clock_timestamp(),
  error = 'The server stopped while the job ran. The next run will resume from here.'
where
  (
    status = 'running'
    or status = 'pending' and created_at <= clock_timestamp() - make_interval(secs => :grace_seconds)
  )
  and pg_try_advisory_xact_lock(hashtextextended('glossary.job.' || job_type, 0))
returning id, job_type
