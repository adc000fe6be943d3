-- Finds the terms that questions name, for what a person types (sql/functions/named-terms.sql). :forms are the questions and
-- their inflected forms.
-- The best meaning comes first: those that no other term replaces, in :category, then by kind, case, the categories that :reader_id
-- follows (may be null), trust and votes. :reader_id decides nothing about which meanings there are.
-- Of what is called alike, it reads at most :per_key names, aliases and full names, and :in_all for all forms.
-- Returns one row per question and term, at most :limit for each question, with the number of all that it read. followed_category is that
-- of the first one, if it would not be first otherwise.
with ranked as (
  select
    f.question, f.term_id, f.step, f.kind, f.name, f.kind_rank, f.is_same_case, c.category as followed_category,
    is_replaced(t) as is_replaced,
    coalesce(t.category_key = fold(:category::text), false) as is_in_category,
    row_number() over (
      partition by f.question
      order by
        is_replaced(t), coalesce(t.category_key = fold(:category::text), false) desc, f.kind_rank, f.is_same_case desc,
        array_position(array['official', 'community', 'pending', 'suggested'], t.status),
        t.vote_count desc, t.name_key, t.id
    ) as unfollowed_position,
    bool_or(f.kind = 'name') over (partition by f.question) as has_name,
    f.meanings::integer as total
  from named_terms(:forms::jsonb, false, true, true, :per_key::integer, :in_all::integer) as f
  join terms t on t.id = f.term_id
  left join category_follows c on c.category_key = t.category_key and c.user_id = :reader_id::uuid
),
sorted as (
  select
    *,
    row_number() over (
      partition by question
      order by
        is_replaced, is_in_category desc, kind_rank, is_same_case desc, followed_category is not null desc, unfollowed_position
    ) as position
  from ranked
)
select
  question, term_id, step, kind, name, has_name, total,
  case when position < unfollowed_position and position = 1 then followed_category end as followed_category
from sorted
where position <= :limit
order by question, position
