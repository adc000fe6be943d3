-- Deletes messages a month after they were stored, and answers after a day. Returns nothing.
delete from outbox_messages
where
  (delivered_at is not null or failed_at is not null)
  and created_at
    < clock_timestamp() - case kind when 'slack.answer' then interval '1 day' else interval '30 days' end
