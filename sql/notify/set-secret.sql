-- Replaces the encrypted secret of a webhook by the same one, encrypted with the current key. Returns nothing.
update webhooks set encrypted_secret = :encrypted_secret where id = :id
