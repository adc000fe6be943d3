-- Requests the run that is due at :due_at. A run in progress at that time counts as the due run.
-- Returns the run, or no row if it was already requested or is in progress.
with under_way as (
  update job_runs
  set due_at = :due_at
  where
    job_type = :job_type and status in ('pending', 'running') and due_at is null
    and not exists (
      select from job_runs o where o.job_type = :job_type and o.due_at = :due_at
    )
  returning id
)
insert into job_runs (job_type, trigger, due_at)
select :job_type, 'schedule', :due_at
where not exists (select from under_way)
on conflict do nothing
returning id, job_type, trigger, status, progress, error, started_at, completed_at, created_at
