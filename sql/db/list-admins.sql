-- The email addresses of active admins; null for those without one.
select email from users where role = 'admin' and is_active
