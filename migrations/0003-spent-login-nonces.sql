-- The nonces of log-ins that have come back, by their SHA-256 hash: each serves once, whichever process
-- is asked. Rows older than an hour are of no use.
create table spent_login_nonces (
  nonce_hash bytea primary key check (octet_length(nonce_hash) = 32),
  spent_at timestamptz not null default now()
);
