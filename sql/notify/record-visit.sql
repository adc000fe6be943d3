-- Records that a user is on the home page at :now. After six hours without it, a new visit begins. Returns nothing.
insert into visits as v (user_id, last_at)
values (:user_id, :now)
on conflict (user_id) do update
set
  last_at = excluded.last_at,
  previous_at = case
    when excluded.last_at - v.last_at > interval '6 hours' then v.last_at
    else v.previous_at
  end
