-- The names that someone who is new here meets first: those of community and official terms with the most votes, first in
-- the categories that the user (:user_id) follows.
-- Returns one row per name, at most 12; none if the account is older than :since.
select
  min(t.name) as name,
  case when bool_or(f.user_id is not null) then min(t.category) end as followed_category
from terms t
left join category_follows f on f.user_id = :user_id and f.category_key = t.category_key
where
  t.status in ('community', 'official')
  and exists (select from users u where u.id = :user_id and u.created_at > :since)
group by fold(t.name)
order by bool_or(f.user_id is not null) desc, max(t.vote_count) desc, name
limit 12
