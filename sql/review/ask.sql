-- Asks somebody who used a suggested name what it means, with an entry in their inbox: of the active users whom
-- discovery saw use it, the one who logged in last, except :actor_id and those who have been asked already. Returns the
-- name of the person, or no row if there is nobody to ask.
with candidate as (
  select t.id as term_id, t.name as term_name, u.id as user_id
  from terms t
  join discovery_suggestions d on d.term_id = t.id
  join users u on u.is_active and u.id <> :actor_id
  where
    t.id = :id and t.status = 'suggested'
    and exists (
      select from discovery_sightings s
      where s.acronym = d.acronym and u.messaging_user_id = any (s.authors)
    )
    and not exists (
      select from inbox_entries e
      where e.user_id = u.id and e.kind = 'asked' and e.term_id = t.id and not e.detail ? 'dispute_id'
    )
  order by u.last_login_at desc nulls last, u.id
  limit 1
),
asked as (
  insert into inbox_entries (user_id, kind, term_id, term_name, actor_id)
  select user_id, 'asked', term_id, term_name, :actor_id from candidate
  returning user_id
)
select u.public_name as name
from asked a
join users u on u.id = a.user_id
