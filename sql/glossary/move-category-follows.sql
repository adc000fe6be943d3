-- Lets the followers of the category :from follow :to instead. Returns nothing.
with left_category as (
  delete from category_follows where category_key = fold(:from) and fold(:from) <> fold(:to)
  returning user_id
)
insert into category_follows (category, user_id)
select :to, user_id from left_category
on conflict do nothing
