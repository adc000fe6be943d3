-- Lists audit events, newest first, with the number of all that match. Only admins see them, so actors
-- without a display name are shown by their email address.
-- Returns one row per event of the page, or a single row with a null id if the page is empty.
select
  c.total, e.id, e.actor_id, e.action, e.target_type, e.target_id, e.payload, e.created_at,
  coalesce(a.display_name, a.email) as actor_name
from (
  select count(*)::integer as total
  from audit_events
  where
    (:action::text is null or action = :action)
    and (:actor_id::uuid is null or actor_id = :actor_id)
    and (:target_id::uuid is null or target_id = :target_id)
) as c
left join (
  select *
  from audit_events
  where
    (:action::text is null or action = :action)
    and (:actor_id::uuid is null or actor_id = :actor_id)
    and (:target_id::uuid is null or target_id = :target_id)
  order by seq desc
  limit :limit offset :offset
) as e on true
left join users a on a.id = e.actor_id
order by e.seq desc
