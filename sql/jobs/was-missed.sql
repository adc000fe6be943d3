-- Whether the run due at :due_at was never requested, although the service was installed by then.
-- Returns one row.
select
  (select min(created_at) from migrations) < :due_at::timestamptz
  and not exists (
    select from job_runs where job_type = :job_type and due_at >= :due_at::timestamptz
  ) as was_missed
