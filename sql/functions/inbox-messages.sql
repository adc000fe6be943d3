-- Slack delivers what the inbox holds. Changes of followed terms wait for the digest.
create or replace function send_inbox_entries() returns trigger
language plpgsql as $$
begin
  insert into outbox_messages (user_id, kind, payload)
  select
    e.user_id, k.message_kind,
    e.detail || jsonb_build_object('term_id', e.term_id, 'name', e.term_name, 'actor_id', e.actor_id)
  from entries e
  join (values
    ('edited', 'term.edited'), ('disputed', 'term.disputed'), ('dispute_resolved', 'dispute.resolved'),
    ('proposed', 'term.proposed'), ('proposal_decided', 'proposal.decided'), ('stale', 'terms.stale'),
    ('ownership', 'term.ownership'), ('promoted', 'term.promoted'), ('wanted_added', 'term.wanted'),
    ('webhook_disabled', 'webhook.disabled')
  ) as k (kind, message_kind) on k.kind = e.kind;
  return null;
end
$$;

create or replace trigger inbox_entries_send
  after insert on inbox_entries referencing new table as entries
  for each statement execute function send_inbox_entries();
