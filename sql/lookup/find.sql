-- Finds the terms that questions name, by the first step that finds any: 1 name or alias, 2 full name, 3 any of them
-- without punctuation and diacritics, 4 an inflected form. :forms is [{"question", "form", "is_inflected"}]: each
-- question as it was asked, and its inflected forms. An inflected form that ends in a capital S is none ('APS').
-- :in_text is for the words of a text: a name has to be spelled so, but for the kind of apostrophes, and if it has no
-- lower-case letter, in this case ('IT' is not 'it'). :with_suggested includes terms that nobody has reviewed.
-- The best meaning comes first: those in :category, then by kind, case, words shared with :text, trust and votes.
-- Returns one row per question and term, at most :limit for each question, with the number of all of them.
with forms as (
  select f.question, f.form, f.is_inflected, fold(f.form) as key, loose(f.form) as loose_key
  from jsonb_to_recordset(:forms::jsonb) as f (question integer, form text, is_inflected boolean)
),
named as (
  select
    f.question, n.term_id, n.kind, n.name, n.name = f.form as is_same_case,
    case
      when f.is_inflected then 4
      when n.key <> f.key then 3
      when n.kind = 'full_name' then 2
      else 1
    end as step,
    case n.kind when 'name' then 1 when 'full_name' then 3 else 2 end as kind_rank
  from forms f
  join term_names n on n.loose_key = f.loose_key
  join terms t on t.id = n.term_id and (:with_suggested or t.status <> 'suggested')
  cross join lateral (
    select translate(n.name, '‘’', '''''') as name, translate(f.form, '‘’', '''''') as form
  ) as plain
  where
    case
      when :in_text then
        plain.name = plain.form
        or fold(plain.name) = fold(plain.form) and n.name <> upper(n.name collate "und-x-icu")
      else not f.is_inflected or n.name !~ 'S\W*$'
    end
),
-- A term can have several names that match.
matched as (
  select distinct on (question, term_id) *
  from named
  order by question, term_id, step, kind_rank, is_same_case desc, name
),
first_step as (
  select *, min(step) over (partition by question) as first_step from matched
),
-- The words of the text that the query is for, without inflection and stop words.
context as (
  select tsvector_to_array(to_tsvector('english', words(:text::text))) as lexemes
),
ranked as (
  select
    m.question, m.term_id, m.step, m.kind, m.name,
    row_number() over (
      partition by m.question
      order by
        coalesce(t.category_key = fold(:category::text), false) desc,
        m.kind_rank, m.is_same_case desc,
        (
          select count(*)
          from context c, unnest(tsvector_to_array(t.search)) as lexeme
          where lexeme = any (c.lexemes)
        ) desc,
        array_position(array['official', 'community', 'pending', 'suggested'], t.status),
        t.vote_count desc, t.name_key, t.id
    ) as position,
    bool_or(m.kind = 'name') over (partition by m.question) as has_name,
    count(*) over (partition by m.question)::integer as total
  from first_step m
  join terms t on t.id = m.term_id
  where m.step = m.first_step
)
select question, term_id, step, kind, name, has_name, total
from ranked
where position <= :limit
order by question, position
