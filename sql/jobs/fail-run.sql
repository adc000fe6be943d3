-- Marks a run as failed, with the reason for admins. Returns nothing.
update job_runs
set status = 'failed', completed_at = clock_timestamp(), error = :error
where id = :id and status in ('pending', 'running')
