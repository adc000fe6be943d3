-- The email addresses of active admins; null for those without one. Returns a row each.
select email from users where role = 'admin' and is_active
