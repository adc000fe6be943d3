-- Stores the progress of a run. Returns nothing.
update job_runs set progress = :progress::jsonb where id = :id and status = 'running'
