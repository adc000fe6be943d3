-- Marks a pending run as running. Returns its ID, or no row if it is no longer pending.
update job_runs
set status = 'running', started_at = clock_timestamp()
where id = :id and status = 'pending'
returning id
