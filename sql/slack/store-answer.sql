-- Stores an answer to a Slack request, which is due immediately. Returns nothing.
insert into outbox_messages (kind, payload)
values ('slack.answer', :payload::jsonb)
