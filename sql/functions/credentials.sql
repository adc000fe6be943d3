-- Processes cache credentials for a few seconds. This tells them that a credential has ended or changed.
create or replace function notify_credential_change() returns trigger
language plpgsql as $$
begin
  notify credentials;
  return null;
end
$$;

create or replace trigger users_credentials
  after update of role, is_active, language or delete on users
  for each statement execute function notify_credential_change();

create or replace trigger api_tokens_credentials
  after delete or update of scopes, user_id, token_hash, expires_at on api_tokens
  for each statement execute function notify_credential_change();

create or replace trigger embed_keys_credentials
  after delete or update of origins, key_hash on embed_keys
  for each statement execute function notify_credential_change();

create or replace trigger agents_credentials
  after delete on agents
  for each statement execute function notify_credential_change();
