-- Marks a run as completed. Returns nothing.
update job_runs
set status = 'completed', completed_at = clock_timestamp(), progress = :progress::jsonb
where id = :id and status = 'running'
