-- Finds the terms that questions name, by the first step that finds any: 1 name or alias, 2 full name, 3 any of them
-- without punctuation and diacritics, 4 an inflected form. :forms is [{"question", "form", "kind", "any_case"}]: each
-- question as it was asked ('asked'), and its inflected forms ('singular', 'plural'). A capital S is no plural ending
-- ('APS'), and a possessive is not the word with an S ('AP''s').
-- :in_text is for the words of a text: a name has to be spelled so, but for the kind of apostrophes and hyphens, and if it
-- has no lower-case letter, in this case ('IT' is not 'it'), unless "any_case" is true. :with_suggested includes terms that
-- nobody has reviewed, :with_unexplained those without a definition.
-- The best meaning comes first: those in :category, or in one that the question :asked_in names, then by kind, case, words
-- shared with :text, trust and votes. By its words, and by the categories of the other names, a meaning fits the text if it
-- is more than half as close to it as the closest meaning. Trust comes before fit unless the fit is clear: the closest
-- meaning shares a word near the name, or several elsewhere in the text, or the name of another term is of its category.
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
-- found quickly, with the places where they are: every 24 words are a place. Materialized, or they would be computed for
-- each word of each meaning.
context as materialized (
  select jsonb_object_agg(lexeme, array(select distinct (p / 24)::text from unnest(positions) p)) as words
  from unnest(to_tsvector('english', words(:text::text)))
),
-- The places of names with several meanings, and those beside them; none if the text does not have the name.
places as (
  select f.question, array_agg(distinct (place::integer + beside)::text) as near
  from (select distinct question from first_step where meanings > 1) as m
  join forms f on f.question = m.question and f.kind = 'asked'
  cross join context c
  cross join unnest(to_tsvector('english', words(f.form))) as name (lexeme, positions, weights)
  cross join jsonb_array_elements_text(c.words -> name.lexeme) as place
  cross join generate_series(-1, 1) as beside
  group by f.question
),
meant as (
  select
    m.question, m.step, m.kind, m.name, m.kind_rank, m.is_same_case, m.meanings,
    t.id, t.status, t.vote_count, t.name_key, t.search,
    coalesce(t.category_key = fold(:category::text), false)
    or coalesce(strpos(words(' ' || :asked_in::text || ' '), words(' ' || t.category || ' ')) > 0, false) as is_in_category,
    -- How many other names in the text have a meaning of the category; one of several meanings counts as a part.
    case
      when :text::text <> '' and t.category_key <> '' then
        sum(1 / m.meanings::float) over (partition by t.category_key)
        - sum(1 / m.meanings::float) over (partition by t.category_key, m.question)
      else 0
    end as others
  from first_step m
  join terms t on t.id = m.term_id
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
    bool_or(is_same_case) as is_same_case, min(status) as status, min(vote_count) as vote_count,
    min(name_key) as name_key, bool_or(is_in_category) as is_in_category,
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
    question, id as term_id, step, kind, name,
    row_number() over (
      partition by question
      order by
        is_in_category desc, kind_rank, is_same_case desc, is_fitting or not is_clear desc,
        array_position(array['official', 'community', 'pending', 'suggested'], status),
        is_fitting desc, vote_count desc, own_likeness desc, name_key, id
    ) as position,
    bool_or(kind = 'name') over (partition by question) as has_name,
    count(*) over (partition by question)::integer as total
  from fitted
)
select question, term_id, step, kind, name, has_name, total
from ranked
where position <= :limit
order by question, position
