-- Writes an audit event for a log-in that failed before anybody was known, unless there have been a
-- hundred in the last hour: whoever likes can bring these about. Returns nothing.
insert into audit_events (action, payload)
select 'auth.login_failed', :payload::jsonb
where (
  select count(*)
  from (
    select created_at
    from audit_events
    where action = 'auth.login_failed' and actor_id is null
    order by seq desc
    limit 100
  ) as latest
  where created_at > now() - interval '1 hour'
) < 100
