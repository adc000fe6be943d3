-- Enables a webhook again. Returns nothing.
update webhooks set disabled_at = null where id = :id and disabled_at is not null
