-- Replaces the encrypted secret of a webhook. Returns nothing.
update webhooks set encrypted_secret = :encrypted_secret where id = :id
