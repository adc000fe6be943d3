-- Finds the terms that questions name, by the first step that finds any: 1 name or alias, 2 full name, 3 the exact singular, 4
-- any name without punctuation and diacritics, 5 another inflected form. asked_forms is [{"question", "form", "kind",
-- "has_small_s"}]: each question as it was asked ('asked'), and its inflected forms ('singular', 'plural'). A capital S is no
-- plural ending ('APS'), and a possessive is not the word with an S ('AP''s'). A small s behind a capital is one: unless a name
-- is written as asked, step 0 is a name that is written like a singular that "has_small_s" ('SNs' is 'SN', not 'SNS').
-- in_text is for the words of a text: a name has to be spelled so, but for the kind of apostrophes and hyphens. In another
-- case, it matches if the form says so: "in_any_case" if it has a lower-case letter, "recased" if it has none ('IT' is not
-- 'it'); full names match only with "as_full_name". Where a text is marked, a form says
-- "as_marked", whether the text has it in this case: names that are marked only as written, and are not, are step 6, after all
-- others. with_suggested includes terms that nobody has reviewed, with_unexplained those without a definition.
-- Of what is called alike, it reads at most per_key names, aliases and full names, in this order, and in_all for all forms,
-- those of the first questions first.
-- Returns one row per question and term; meanings is the number of those of the question. Statements that use it plan it as
-- a part of their own.
create or replace function named_terms(
  asked_forms jsonb, in_text boolean, with_suggested boolean, with_unexplained boolean, per_key integer, in_all integer
)
returns table (
  question integer, term_id uuid, step integer, kind text, name text, kind_rank smallint, is_same_case boolean,
  meanings bigint
)
language sql stable as $$
with forms as (
  select
    f.question, f.form, f.kind, coalesce(f.has_small_s, false) as has_small_s, f.in_any_case, f.recased, f.as_full_name,
    f.as_marked, fold(f.form) as key, loose(f.form) as loose_key,
    translate(f.form, '‘’-‑‒–﹣－', '''''‐‐‐‐‐‐') as plain_form
  from jsonb_to_recordset(asked_forms::jsonb) as f (
    question integer, form text, kind text, has_small_s boolean, in_any_case boolean, recased boolean, as_full_name boolean,
    as_marked boolean
  )
),
-- Each key is read once, whatever number of forms has it.
candidates as (
  select n.*, translate(n.name, '‘’-‑‒–﹣－', '''''‐‐‐‐‐‐') as plain_name
  from (select loose_key, min(question) as question from forms group by loose_key order by question) as k
  cross join lateral (
    -- Not "order by kind_rank", for which PostgreSQL may read all of them.
    (select * from term_names where loose_key = k.loose_key and kind_rank = 1 limit per_key)
    union all
    (select * from term_names where loose_key = k.loose_key and kind_rank = 2 limit per_key)
    union all
    (select * from term_names where loose_key = k.loose_key and kind_rank = 3 limit per_key)
    limit per_key
  ) as n
  limit in_all
),
named as (
  select
    f.question, n.term_id, n.kind, n.name, strpos(f.form, n.name) > 0 as is_same_case,
    case
      when t.in_texts = 'exact' and f.as_marked is not null and not (f.as_marked and n.plain_name = f.plain_form) then 6
      when
        f.has_small_s and n.key = f.key
        and bool_or(f.has_small_s and n.name = f.form) over (partition by f.question)
        and not bool_or(f.kind = 'asked' and n.name = f.form) over (partition by f.question)
        then 0
      when f.kind = 'singular' and n.key = f.key then 3
      when f.kind <> 'asked' then 5
      when n.key <> f.key then 4
      when n.kind = 'full_name' then 2
      else 1
    end as step,
    n.kind_rank
  from forms f
  join candidates n
    on n.loose_key = f.loose_key
    and (case when in_text then fold(n.plain_name) else '' end)
      = (case when in_text then fold(f.plain_form) else '' end)
  join terms t on t.id = n.term_id and (with_suggested or t.status <> 'suggested')
    and (with_unexplained or t.definition <> '')
  where
    case
      when in_text then
        (f.as_full_name or n.kind <> 'full_name')
        and (
          n.plain_name = f.plain_form
          or case when n.name = upper(n.name collate "und-x-icu") then f.recased else f.in_any_case end
        )
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
)
select question, term_id, step, kind, name, kind_rank, is_same_case, meanings
from first_step
$$;
