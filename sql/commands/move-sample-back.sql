-- Moves what this transaction has stored to :days days ago, in a transaction without triggers. Returns nothing.
with away as (
  select make_interval(days => :days, hours => case when :days > 0 then 3 else 0 end) as time
),
moved_terms as (
  update terms
  set
    created_at = case when created_at >= now() then created_at - time else created_at end,
    updated_at = updated_at - time,
    last_confirmed_at = case when last_confirmed_at >= now() then last_confirmed_at - time else last_confirmed_at end
  from away
  where updated_at >= now()
),
moved_translations as (
  update translations set updated_at = updated_at - time from away where updated_at >= now()
),
moved_proposals as (
  update proposals
  set
    created_at = case when created_at >= now() then created_at - time else created_at end,
    decided_at = decided_at - time
  from away
  where greatest(created_at, decided_at) >= now()
),
moved_disputes as (
  update disputes
  set
    opened_at = case when opened_at >= now() then opened_at - time else opened_at end,
    resolved_at = resolved_at - time
  from away
  where greatest(opened_at, resolved_at) >= now()
),
moved_reasons as (
  update dispute_reasons set created_at = created_at - time from away where created_at >= now()
),
moved_imports as (
  update imports set created_at = created_at - time from away where created_at >= now()
),
moved_history as (
  update term_history set created_at = created_at - time from away where created_at >= now()
),
moved_events as (
  update audit_events set created_at = created_at - time from away where created_at >= now()
)
update inbox_entries set created_at = created_at - time from away where created_at >= now()
