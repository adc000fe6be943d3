-- Lists what a user follows: terms by name, then categories. Returns one row per term or category; term_id is null for
-- a category.
select term_id, name
from (
  select t.id as term_id, t.name, t.name_key as key
  from term_follows f
  join terms t on t.id = f.term_id
  where f.user_id = :user_id
  union all
  select null, category, category_key from category_follows where user_id = :user_id
) as followed
order by term_id is null, key, term_id
