-- Relates the term :id to :other_id. Returns what came of it (sql/functions/relations.sql).
select relate_terms(:id, :kind, :other_id, :actor_id) as outcome
