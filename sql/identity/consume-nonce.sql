-- Marks the nonce of a login as used, and deletes nonces that are too old to be accepted.
-- Returns one row, or none if the nonce has been used before.
with deleted as (
  delete from spent_login_nonces
  where nonce_hash in (
    -- Without "skip locked", two concurrent requests could deadlock.
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
