-- Ends the relation of the term :id to :other_id. Returns what came of it (sql/functions/relations.sql).
select unrelate_terms(:id, :kind, :other_id, :actor_id) as outcome
