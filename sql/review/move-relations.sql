-- Moves the relations of the term :id to :into. Returns nothing.
select from move_relations(:id, :into, :actor_id)
