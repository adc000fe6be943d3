-- Waits until no other transaction runs a job of this type, and keeps others out until its end.
-- Gives one row.
select pg_advisory_xact_lock(hashtextextended('glossary.job.' || :job_type::text, 0))::text as locked
