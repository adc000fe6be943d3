-- Finds the user whom an OpenID provider knows as :subject, and locks the row. Returns one row, or none.
select
  u.id, u.email, u.display_name, u.messaging_user_id, u.role, u.is_active, u.created_at,
  u.last_login_at
from identities i
join users u on u.id = i.user_id
where i.issuer = :issuer and i.subject = :subject
for update of u
