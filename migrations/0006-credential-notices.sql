-- Processes remember credentials for a moment; they are told when one of them ends or changes its meaning.
create function tell_of_credentials() returns trigger
language plpgsql as $$
begin
  notify credentials;
  return null;
end
$$;

create trigger users_credentials
  after update of role, is_active or delete on users
  for each statement execute function tell_of_credentials();

create trigger api_tokens_credentials
  after delete or update of scopes, user_id, token_hash on api_tokens
  for each statement execute function tell_of_credentials();
