-- Locks a job type until the end of the transaction; waits while another transaction holds the lock. The
-- transaction can be idle for as long as the job takes. Returns one row.
select
  pg_advisory_xact_lock(hashtextextended('glossary.job.' || :job_type::text, 0))::text as locked,
  set_config('idle_in_transaction_session_timeout', '0', true) as idle_timeout
