-- Notes that the nonce of a log-in has been used, and forgets those of long ago, which are too old to be
-- accepted anyway. Returns one row, or none where it had been used before.
with forgotten as (
  delete from spent_login_nonces
  where nonce_hash in (
    -- Skipping what others are at: two that replay one nonce must not wait for each other in a circle.
    select nonce_hash
    from spent_login_nonces
    where spent_at < now() - interval '1 hour'
    for update skip locked
  )
)
insert into spent_login_nonces (nonce_hash)
values (:nonce_hash)
on conflict do nothing
returning spent_at
