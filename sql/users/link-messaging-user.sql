-- Remembers who a user is on the messaging platform, unless that is known or somebody else is.
-- Returns nothing.
update users u
set messaging_user_id = :messaging_user_id
where
  u.id = :id and u.messaging_user_id is null
  and not exists (select from users other where other.messaging_user_id = :messaging_user_id)
