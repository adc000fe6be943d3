-- Records whom an OpenID provider knows as :subject. Returns the user's ID, or no row if the provider knows the user,
-- or :subject another one.
with added as (
  insert into identities (issuer, subject, user_id)
  values (:issuer, :subject, :user_id)
  on conflict do nothing
  returning user_id
)
select user_id from added
union
select user_id from identities where issuer = :issuer and subject = :subject and user_id = :user_id
