-- Makes a user stop following a category. Returns nothing.
delete from category_follows where category_key = fold(:category) and user_id = :user_id
