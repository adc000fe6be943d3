-- The terms that others than a user (:user_id) added or changed since a time (:since), without suggestions: first those
-- that the user follows or has asked for, then, if :reviewed_first, community and official ones, then the newest. A term that only got another category still means the same.
-- Returns one row per term, at most :limit from :offset on, each with the number of all. `earlier` is the definition at that time, if it
-- has changed; `actor_name` is who made the latest change.
with changes as (
  select h.term_id, max(h.seq) as latest, bool_or(h.action = 'created') as is_new
  from term_history h
  where
    h.created_at > :since
    and h.actor_id is distinct from :user_id
    and h.action in ('created', 'updated', 'status_changed', 'confirmed', 'reverted')
    and (h.action <> 'updated' or h.changes - 'category' <> '{}')
  group by h.term_id
),
news as (
  select
    t.id, c.is_new, c.latest,
    exists (select from term_follows f where f.term_id = t.id and f.user_id = :user_id) as is_followed,
    exists (
      select from category_follows f where f.category_key = t.category_key and f.user_id = :user_id
    ) as is_category_followed,
    exists (
      select from inbox_entries e
      where e.user_id = :user_id and e.term_id = t.id and e.kind = 'wanted_added'
    ) as is_asked,
    :reviewed_first::boolean and t.status <> 'pending' as is_first,
    count(*) over ()::integer as total
  from changes c
  join terms t on t.id = c.term_id
  where t.status <> 'suggested'
)
select
  s.term, n.total, n.is_new, n.is_followed, n.is_category_followed, n.is_asked,
  h.action, a.public_name as actor_name, h.created_at,
  (
    select e.changes -> 'definition' ->> 'from'
    from term_history e
    where
      not n.is_new
      and e.term_id = n.id
      and e.created_at > :since
      and e.action in ('updated', 'reverted')
      and e.changes ? 'definition'
    order by e.seq
    limit 1
  ) as earlier
from (
  select * from news
  order by is_followed or is_category_followed or is_asked desc, is_first desc, latest desc
  limit :limit offset :offset
) as n
join shown_terms s on s.id = n.id
join term_history h on h.seq = n.latest
left join users a on a.id = h.actor_id
order by n.is_followed or n.is_category_followed or n.is_asked desc, n.is_first desc, n.latest desc
