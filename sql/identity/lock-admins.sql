-- Lets one transaction at a time change who is an active admin, so that the last one cannot be removed.
-- Returns one row.
select pg_advisory_xact_lock(hashtextextended('glossary.admins', 0))::text as locked
