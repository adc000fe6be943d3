-- Requests a run of a job on behalf of an admin, with the audit event.
-- Returns the run, or no row if a run of that type is pending or running.
with requested as (
  insert into job_runs (job_type, trigger)
  values (:job_type, 'manual')
  on conflict (job_type) where status in ('pending', 'running') do nothing
  returning *
),
audit as (
  insert into audit_events (actor_id, action, target_type, target_id, payload)
  select :actor_id, 'job.triggered', 'job_run', r.id, jsonb_build_object('job_type', r.job_type)
  from requested r
)
select id, job_type, trigger, status, progress, error, started_at, completed_at, created_at
from requested
