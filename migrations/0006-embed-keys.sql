-- Keys with which pages of other websites may have their text explained. A key is public, as it stands in those pages:
-- what protects it is the list of origins. Only its hash is stored, so that nobody can read the keys here either.
create table embed_keys (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 100),
  origins text[] not null check (cardinality(origins) between 1 and 20),
  key_hash bytea not null unique check (octet_length(key_hash) = 32),
  created_at timestamptz not null default clock_timestamp(),
  last_used_at timestamptz
);

create trigger embed_keys_credentials
  after delete or update of origins, key_hash on embed_keys
  for each statement execute function notify_credential_change();
