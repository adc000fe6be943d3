-- Lets the rest of the transaction count terms in a slot of its own. Returns the slot.
select set_config('glossary.count_slot', :count_slot, true) as count_slot
