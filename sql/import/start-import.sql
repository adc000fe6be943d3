-- Records an import, and lets the rest of the transaction count terms in a slot of its own.
-- Returns its ID.
with import as (
  insert into imports (actor_id, file_name, format, totals)
  values (:actor_id::uuid, :file_name, :format, :totals::jsonb)
  returning id
)
select i.id, set_config('glossary.count_slot', :count_slot, true) as count_slot from import i
