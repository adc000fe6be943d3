-- Finds the terms that questions name, for what a person types (sql/functions/named-terms.sql). :forms are the questions and
-- their inflected forms.
-- The best meaning comes first: those in :category, then by kind, case, trust and votes.
-- Of what is called alike, it reads at most :per_key names, aliases and full names, and :in_all for all forms.
-- Returns one row per question and term, at most :limit for each question, with the number of all that it read.
with ranked as (
  select
    f.question, f.term_id, f.step, f.kind, f.name,
    row_number() over (
      partition by f.question
      order by
        coalesce(t.category_key = fold(:category::text), false) desc, f.kind_rank, f.is_same_case desc,
        array_position(array['official', 'community', 'pending', 'suggested'], t.status),
        t.vote_count desc, t.name_key, t.id
    ) as position,
    bool_or(f.kind = 'name') over (partition by f.question) as has_name,
    f.meanings::integer as total
  from named_terms(:forms::jsonb, false, true, true, :per_key::integer, :in_all::integer) as f
  join terms t on t.id = f.term_id
)
select question, term_id, step, kind, name, has_name, total
from ranked
where position <= :limit
order by question, position
