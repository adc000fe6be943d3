-- Ends a run badly, with the reason in words for an admin. Returns nothing.
update job_runs
set status = 'failed', completed_at = clock_timestamp(), error = :error
where id = :id and status in ('pending', 'running')
