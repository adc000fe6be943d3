-- Limits how long the statements of this transaction wait for a lock. Returns one row.
select set_config('lock_timeout', :milliseconds::text, true) as lock_timeout
