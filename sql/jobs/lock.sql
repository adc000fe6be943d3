-- Waits until no other transaction runs a job of this type, and keeps others out until its end. The
-- transaction may idle for as long as the job takes. Returns one row.
select
  pg_advisory_xact_lock(hashtextextended('glossary.job.' || :job_type::text, 0))::text as locked,
  set_config('idle_in_transaction_session_timeout', '0', true) as idle_timeout
