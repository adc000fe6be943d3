-- Finds the terms that questions name, for a text, or for what a person types beside one (sql/functions/named-terms.sql).
-- :forms are the questions and their inflected forms; :in_text, :with_suggested and :with_unexplained are its parameters.
-- The best meaning comes first: those that no other term replaces, in :category, or in one that the question :asked_in names, then by kind, case, words
-- shared with :text, trust and votes. By its words, and by the categories of the other names, a meaning fits the text if it
-- is more than half as close to it as the closest meaning. Trust comes before fit unless the fit is clear: the closest
-- meaning shares a word near the name, or several elsewhere in the text, or the name of another term is of its category.
-- Between the two, the categories that :reader_id follows (may be null) come first.
-- Of what is called alike, it reads at most :per_key names, aliases and full names, and :in_all for all forms.
-- Returns one row per question and term, at most :limit for each question, with the number of all that it read. followed_category is that
-- of the first one, if it would not be first otherwise.
with asked as (
  select f.question, f.form
  from jsonb_to_recordset(:forms::jsonb) as f (question integer, form text, kind text)
  where f.kind = 'asked'
),
named as (
  select *
  from named_terms(
    :forms::jsonb, :in_text::boolean, :with_suggested::boolean, :with_unexplained::boolean, :per_key::integer,
    :in_all::integer
  )
),
-- The words of the text that the query is for, without inflection and stop words, as the keys of an object, which are
-- found quickly, with the places where they are: every 24 words are a place. Materialized, or they would be computed for
-- each word of each meaning.
context as materialized (
  select jsonb_object_agg(lexeme, array(select distinct (p / 24)::text from unnest(positions) p)) as words
  from unnest(to_tsvector('english', words(:text::text)))
),
-- The places of names with several meanings, and those beside them; none if the text does not have the name.
places as (
  select f.question, array_agg(distinct (place::integer + beside)::text) as near
  from (select distinct question from named where meanings > 1) as m
  join asked f on f.question = m.question
  cross join context c
  cross join unnest(to_tsvector('english', words(f.form))) as name (lexeme, positions, weights)
  cross join jsonb_array_elements_text(c.words -> name.lexeme) as place
  cross join generate_series(-1, 1) as beside
  group by f.question
),
meant as (
  select
    m.question, m.step, m.kind, m.name, m.kind_rank, m.is_same_case, m.meanings,
    t.id, t.status, t.vote_count, t.name_key, t.search, t.in_texts,
    c.category as followed_category, is_replaced(t) as is_replaced,
    coalesce(t.category_key = fold(:category::text), false)
    or coalesce(strpos(words(' ' || :asked_in::text || ' '), words(' ' || t.category || ' ')) > 0, false) as is_in_category,
    -- How many other names in the text have a meaning of the category; one of several meanings counts as a part.
    case
      when :text::text <> '' and t.category_key <> '' then
        sum(1 / m.meanings::float) over (partition by t.category_key)
        - sum(1 / m.meanings::float) over (partition by t.category_key, m.question)
      else 0
    end as others
  from named m
  join terms t on t.id = m.term_id
  left join category_follows c on c.category_key = t.category_key and c.user_id = :reader_id::uuid
),
-- The words of the meanings that are in the text, one a row. Words of the full name (B) count twice, words of the
-- definition (C) once, and the name, which the text has in any case, does not count. Far from the name, words count less.
weighed as (
  select m.*, w.weight, w.nearness, count(w.lexeme) over (partition by m.question, w.lexeme) as sharers
  from meant m
  left join places p using (question)
  left join lateral (
    select
      s.lexeme collate "C" as lexeme, case when 'B' = any (s.weights) then 2::float else 1 end as weight,
      case when p.near is null or c.words -> s.lexeme ?| p.near then 1 else 0.4 end as nearness
    from context c, unnest(m.search) as s (lexeme, positions, weights)
    where m.meanings > 1 and c.words ? s.lexeme and s.weights && '{B,C}'
  ) as w on true
),
compared as (
  select
    question, id, min(step) as step, min(kind) as kind, min(name) as name, min(kind_rank) as kind_rank,
    bool_or(is_same_case) as is_same_case, min(in_texts) as in_texts, bool_or(is_replaced) as is_replaced,
    min(status) as status, min(vote_count) as vote_count,
    min(name_key) as name_key, bool_or(is_in_category) as is_in_category,
    min(followed_category) as followed_category,
    -- A long definition shares more words by chance. Stop words are not in it.
    coalesce(sum(weight * nearness), 0) / sqrt(greatest(min(length(search)), 1)) + least(min(others), 2) / 4 as likeness,
    coalesce(sum(weight * nearness), 0) + least(min(others), 2) as evidence,
    -- What other meanings of the name have does not count, except a word of the full name that one other has: it counts once.
    coalesce(sum(floor(weight / sharers) * nearness), 0) / sqrt(greatest(min(length(search)), 1)) + least(min(others), 2) / 4 as own_likeness
  from weighed
  group by question, id
),
fitted as (
  select
    *, 2 * likeness > closest or closest = 0 as is_fitting,
    max(case when likeness = closest then evidence else 0 end) over alike >= 1 as is_clear
  from (
    select *, max(likeness) over alike as closest
    from compared
    window alike as (partition by question, is_in_category, kind_rank, is_same_case)
  ) as c
  window alike as (partition by question, is_in_category, kind_rank, is_same_case)
),
ranked as (
  select
    question, id as term_id, step, kind, name, in_texts, is_in_category, kind_rank, is_same_case, followed_category, is_replaced,
    is_fitting or not is_clear as may_fit,
    row_number() over (
      partition by question
      order by
        is_replaced, is_in_category desc, kind_rank, is_same_case desc, is_fitting or not is_clear desc,
        array_position(array['official', 'community', 'pending', 'suggested'], status),
        is_fitting desc, vote_count desc, own_likeness desc, name_key, id
    ) as unfollowed_position,
    bool_or(kind = 'name') over (partition by question) as has_name,
    count(*) over (partition by question)::integer as total
  from fitted
),
sorted as (
  select
    *,
    row_number() over (
      partition by question
      order by
        is_replaced, is_in_category desc, kind_rank, is_same_case desc, may_fit desc, followed_category is not null desc,
        unfollowed_position
    ) as position
  from ranked
)
select
  question, term_id, step, kind, name, in_texts, has_name, total,
  case when position < unfollowed_position and position = 1 then followed_category end as followed_category
from sorted
where position <= :limit
order by question, position
