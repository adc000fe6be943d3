-- Opens a proposal again that :actor_id has accepted or declined, unless whoever made it has an open one for the term
-- again. Who has not read of the decision is not told. Run review/lock-proposed-term before it. Returns the ID of the
-- proposal, or no row if it cannot be opened again.
with reopened as (
  update proposals p
  set status = 'open', decided_by = null, decided_at = null, decision_note = null
  where
    p.id = :id and p.decided_by = :actor_id and p.status in ('accepted', 'declined')
    and not exists (
      select from proposals o
      where o.term_id = p.term_id and o.proposed_by = p.proposed_by and o.status = 'open'
    )
  returning id, term_id, proposed_by
),
untold as (
  delete from inbox_entries e
  using reopened r
  where
    e.user_id = r.proposed_by and e.kind = 'proposal_decided' and e.read_at is null
    and e.detail ->> 'proposal_id' = r.id::text
),
audit as (
  insert into audit_events (actor_id, action, target_type, target_id, payload)
  select
    :actor_id, 'proposal.reopened', 'proposal', r.id,
    jsonb_build_object('name', t.name, 'term_id', t.id)
  from reopened r
  join terms t on t.id = r.term_id
)
select id from reopened
