-- Links a user to a messaging_user_id, unless either is linked already. Returns nothing.
update users u
set messaging_user_id = :messaging_user_id
where
  u.id = :id and u.messaging_user_id is null
  and not exists (select from users other where other.messaging_user_id = :messaging_user_id)
