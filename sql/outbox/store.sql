-- Stores a message that is due immediately. Returns nothing.
insert into outbox_messages (user_id, kind, payload)
values (:user_id, :kind, :payload::jsonb)
