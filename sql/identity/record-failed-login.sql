-- Records a failed login. Anyone can cause failures, so at most 100 an hour are recorded for each account that was
-- found, and 100 for all logins without one. :actor_id is the user if the login proved who they are. Returns nothing.
insert into audit_events (actor_id, action, target_type, target_id, payload)
select
  :actor_id, 'auth.login_failed', case when :target_id::uuid is not null then 'user' end, :target_id,
  :payload::jsonb
where (
  select count(*)
  from (
    (
      select created_at
      from audit_events
      where action = 'auth.login_failed' and :target_id::uuid is null and target_id is null
      order by seq desc
      limit 100
    )
    union all
    (
      select created_at
      from audit_events
      where action = 'auth.login_failed' and target_id = :target_id
      order by seq desc
      limit 100
    )
  ) as latest
  where created_at > now() - interval '1 hour'
) < 100
