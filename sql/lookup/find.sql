-- Finds the terms that questions name, by the first step that finds any: 1 name or alias, 2 full name, 3 any of them
-- without punctuation and diacritics, 4 an inflected form. :forms is [{"question", "form", "kind", "any_case"}]: each
-- question as it was asked ('asked'), and its inflected forms ('singular', 'plural'). A capital S is no plural ending
-- ('APS'), and a possessive is not the word with an S ('AP''s').
-- :in_text is for the words of a text: a name has to be spelled so, but for the kind of apostrophes and hyphens, and if it
-- has no lower-case letter, in this case ('IT' is not 'it'), unless "any_case" is true. :with_suggested includes terms that
-- nobody has reviewed, :with_unexplained those without a definition.
-- The best meaning comes first: those in :category, or in one that the question :asked_in names, then by kind, case, words
-- shared with :text, trust and votes. By its words, and by the categories of the other names, a meaning fits the text if it
-- is more than half as close to it as the closest meaning.
-- Of what is called alike, it reads at most :per_key names, aliases and full names, in this order, and :in_all for all
-- forms, those of the first questions first.
-- Returns one row per question and term, at most :limit for each question, with the number of all that it read.
with forms as (
  select
    f.question, f.form, f.kind, f.any_case, fold(f.form) as key, loose(f.form) as loose_key,
    translate(f.form, '‘’-‑‒–﹣－', '''''‐‐‐‐‐‐') as plain_form
  from jsonb_to_recordset(:forms::jsonb) as f (question integer, form text, kind text, any_case boolean)
),
-- Each key is read once, whatever number of forms has it.
candidates as (
  select n.*, translate(n.name, '‘’-‑‒–﹣－', '''''‐‐‐‐‐‐') as plain_name
  from (select loose_key, min(question) as question from forms group by loose_key order by question) as k
  cross join lateral (
    -- Not "order by kind_rank", for which PostgreSQL may read all of them.
    (select * from term_names where loose_key = k.loose_key and kind_rank = 1 limit :per_key)
    union all
    (select * from term_names where loose_key = k.loose_key and kind_rank = 2 limit :per_key)
    union all
    (select * from term_names where loose_key = k.loose_key and kind_rank = 3 limit :per_key)
    limit :per_key
  ) as n
  limit :in_all
),
named as (
  select
    f.question, n.term_id, n.kind, n.name, strpos(f.form, n.name) > 0 as is_same_case,
    case
      when f.kind <> 'asked' then 4
      when n.key <> f.key then 3
      when n.kind = 'full_name' then 2
      else 1
    end as step,
    n.kind_rank
  from forms f
  join candidates n
    on n.loose_key = f.loose_key
    and (case when :in_text then fold(n.plain_name) else '' end)
      = (case when :in_text then fold(f.plain_form) else '' end)
  join terms t on t.id = n.term_id and (:with_suggested or t.status <> 'suggested')
    and (:with_unexplained or t.definition <> '')
  where
    case
      when :in_text then f.any_case or n.plain_name = f.plain_form or n.name <> upper(n.name collate "und-x-icu")
      when f.kind = 'asked' then f.form !~* '[''’]s\W*$' or n.name ~ '[''’]'
      when f.kind = 'plural' then n.name !~ 'S\W*$'
      else true
    end
),
-- A term can have several names that match.
matched as (
  select distinct on (question, term_id) *
  from named
  order by question, term_id, step, kind_rank, is_same_case desc, name
),
first_step as (
  select *, count(*) over (partition by question) as meanings
  from (select *, min(step) over (partition by question) as first_step from matched) as m
  where step = first_step
),
-- The words of the text that the query is for, without inflection and stop words, as the keys of an object, which are
-- found quickly. Materialized, or they would be computed for each word of each meaning.
context as materialized (
  select jsonb_object_agg(lexeme, true) as words
  from unnest(to_tsvector('english', words(:text::text)))
),
-- What of each meaning is in the text: words of the full name (B) count twice, words of the definition (C) once, and the
-- name, which the text has in any case, does not count. For `own`, a word is divided among the meanings that have it.
shared_words as (
  select question, term_id, sum(weight) as weight, sum(weight / sharers) as own
  from (
    select
      m.question, m.term_id, case when 'B' = any (s.weights) then 2 else 1 end as weight,
      count(*) over (partition by m.question, s.lexeme) as sharers
    from context c, first_step m
    join terms t on t.id = m.term_id
    cross join unnest(t.search) as s (lexeme, positions, weights)
    where m.meanings > 1 and c.words ? s.lexeme and s.weights && '{B,C}'
  ) as s
  group by question, term_id
),
-- The categories of the names in the text. A name counts for each category as often as its meanings have it.
topics as (
  select question, t.category_key, count(*) / max(m.meanings)::float as share
  from first_step m
  join terms t on t.id = m.term_id
  where :text::text <> '' and t.category_key <> ''
  group by question, t.category_key
),
shared_topics as (
  select *, sum(share) over (partition by category_key) - share as others from topics
),
compared as (
  select
    m.question, m.step, m.kind, m.name, m.kind_rank, m.is_same_case,
    t.id, t.status, t.vote_count, t.name_key,
    coalesce(t.category_key = fold(:category::text), false)
    or coalesce(strpos(words(' ' || :asked_in::text || ' '), words(' ' || t.category || ' ')) > 0, false) as is_in_category,
    -- A long definition shares more words by chance. Stop words are not in it.
    coalesce(w.weight, 0) / sqrt(greatest(length(t.search), 1)) + least(coalesce(s.others, 0), 2) / 4 as likeness,
    coalesce(w.own, 0) / sqrt(greatest(length(t.search), 1)) + least(coalesce(s.others, 0), 2) / 4 as own_likeness
  from first_step m
  join terms t on t.id = m.term_id
  left join shared_words w on w.question = m.question and w.term_id = m.term_id
  left join shared_topics s on s.question = m.question and s.category_key = t.category_key
),
fitted as (
  select *, 2 * likeness > closest or closest = 0 as is_fitting
  from (
    select
      *,
      max(likeness) over (partition by question, is_in_category, kind_rank, is_same_case) as closest
    from compared
  ) as c
),
ranked as (
  select
    question, id as term_id, step, kind, name,
    row_number() over (
      partition by question
      order by
        is_in_category desc, kind_rank, is_same_case desc, is_fitting desc,
        array_position(array['official', 'community', 'pending', 'suggested'], status),
        vote_count desc, own_likeness desc, name_key, id
    ) as position,
    bool_or(kind = 'name') over (partition by question) as has_name,
    count(*) over (partition by question)::integer as total
  from fitted
)
select question, term_id, step, kind, name, has_name, total
from ranked
where position <= :limit
order by question, position
