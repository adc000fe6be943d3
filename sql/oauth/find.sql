-- Finds an object of the OAuth server. is_consumed: a code has been used; a refresh token was replaced more than 30 seconds ago, as
-- the sessions of a client that share one refresh at the same time (contract, section 17). Returns one row, or none.
select
  payload,
  coalesce(
    consumed_at + case when kind = 'RefreshToken' then interval '30 seconds' else interval '0' end <= now(),
    false
  ) as is_consumed
from oauth_state
where kind = :kind and id_hash = :id_hash
