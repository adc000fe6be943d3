-- Relates the term :id to :other_id, or ends that relation if :is_related is false. Returns what came of it (sql/functions/relations.sql).
select
  case
    when :is_related::boolean then relate_terms(:id, :kind, :other_id, :actor_id)
    else unrelate_terms(:id, :kind, :other_id, :actor_id)
  end as outcome
