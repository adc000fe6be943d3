-- Finds an object of the OAuth server. is_consumed: it must not be used again, and whoever tries ends the agent. A
-- refresh token can be used for another 30 seconds, as the sessions of a client that share one refresh at the same time
-- (contract, section 17). A code counts once its tokens are there: of two exchanges at the same time one succeeds.
-- Returns one row, or none.
select
  s.payload,
  case s.kind
    when 'RefreshToken' then coalesce(s.consumed_at + interval '30 seconds' <= now(), false)
    when 'AuthorizationCode' then s.consumed_at is not null and exists (
      select from oauth_state t where t.agent_id = s.agent_id and t.kind = 'RefreshToken'
    )
    else false
  end as is_consumed
from oauth_state s
where s.kind = :kind and s.id_hash = :id_hash
