-- Finds out whether a user follows a category. Returns one row.
select exists (
  select from category_follows where category_key = fold(:category) and user_id = :user_id
) as is_followed
