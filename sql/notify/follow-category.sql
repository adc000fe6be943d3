-- Makes a user follow a category, whether or not it has terms. Returns nothing.
insert into category_follows (category, user_id)
values (:category, :user_id)
on conflict do nothing
