-- The names that someone who is new here meets first: those of community and official terms with the most votes, first
-- in the categories that the user (:user_id) follows. A large glossary is not read in full, but only a sample of it,
-- which stays the same because the order of IDs is random, and the first terms of the categories. Returns one row per
-- name, at most 12; none if the account is older than :since.
with followed as (
  select category_key from category_follows where user_id = :user_id order by category_key limit 10
),
candidates as (
  (
    select name, name_key, category, category_key, vote_count
    from terms
    where status in ('community', 'official')
    order by id
    limit 2000
  )
  union all
  select t.name, t.name_key, t.category, t.category_key, t.vote_count
  from followed f
  cross join lateral (
    select * from terms where category_key = f.category_key order by name_key, full_name_key limit 300
  ) as t
  where t.status in ('community', 'official')
)
select
  min(c.name) as name,
  min(c.category) filter (where f.category_key is not null) as followed_category
from candidates c
left join followed f on f.category_key = c.category_key
where exists (select from users u where u.id = :user_id and u.created_at > :since)
group by c.name_key
order by bool_or(f.category_key is not null) desc, max(c.vote_count) desc, name
limit 12
