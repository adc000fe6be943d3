-- Lists audit events, newest first, with the number of all that match. Only admins see them, so actors without a
-- display name are shown by their email address. :since and :until, if not null, limit their times, and :term the name
-- of their object. :hides_routine leaves out logins and votes. Returns one row per event of the page, with the names of
-- the people in its payload by their IDs, or a single row with a null id if the page is empty.
with matching as not materialized (
  select *
  from audit_events
  where
    (:action::text is null or action = :action)
    and (:actor_id::uuid is null or actor_id = :actor_id)
    and (:target_id::uuid is null or target_id = :target_id)
    and (:term::text is null or fold(payload ->> 'name') = fold(:term))
    and (not :hides_routine::boolean or action not in ('auth.login', 'term.voted', 'term.unvoted'))
    and (:since::timestamptz is null or created_at >= :since)
    and (:until::timestamptz is null or created_at < :until)
)
select
  c.total, e.id, e.actor_id, e.action, e.target_type, e.target_id, e.payload, e.created_at,
  coalesce(a.display_name, a.email) as actor_name,
  (
    select coalesce(jsonb_object_agg(u.id, coalesce(u.display_name, u.email)), '{}')
    from jsonb_each_text(e.payload) as p
    -- Names of categories are among them, and may be almost an ID.
    join users u
      on u.id = case when p.value ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then p.value::uuid end
    where p.key in ('accepted_by', 'from', 'owner_id', 'to', 'user_id')
  ) as people
from (select count(*)::integer as total from matching) as c
left join (
  select * from matching order by seq desc limit :limit offset :offset
) as e on true
left join users a on a.id = e.actor_id
order by e.seq desc
