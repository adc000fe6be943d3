-- Slack delivers what the inbox holds. Changes of followed terms wait for the digest.
create or replace function send_inbox_entries() returns trigger
language plpgsql as $$
begin
  insert into outbox_messages (kind, user_id, inbox_entry_id)
  select 'inbox', user_id, id from entries where kind <> 'followed';
  return null;
end
$$;

create or replace trigger inbox_entries_send
  after insert on inbox_entries referencing new table as entries
  for each statement execute function send_inbox_entries();
