-- Records a failed login of an unknown user. Anyone can cause failures, so at most 100 an hour are recorded.
-- Returns nothing.
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
