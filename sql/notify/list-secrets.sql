-- Returns the encrypted secret of each webhook.
select id, encrypted_secret from webhooks
