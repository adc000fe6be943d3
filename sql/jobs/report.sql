-- Notes how far a run has come. Returns nothing.
update job_runs set progress = :progress::jsonb where id = :id and status = 'running'
