-- Starts a run that waits. Returns its id, or no row where somebody has given it up meanwhile.
update job_runs
set status = 'running', started_at = clock_timestamp()
where id = :id and status = 'pending'
returning id
