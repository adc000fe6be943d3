-- Finds names with a spelling similar to :text. Unlike the search, it also finds short names.
-- Returns one row per name, at most 5, the most similar first; `called` is the name, or the alias that is more similar.
with similar_names as (
  select
    min(name) as name,
    (array_agg(id order by word_similarity(trim(words(:text)), close_text) desc, id))[1] as id,
    row_number() over (
      order by
        greatest(similarity(name_key, fold(:text)), max(similarity(full_name_key, fold(:text)))) desc,
        max(word_similarity(trim(words(:text)), close_text)) desc,
        name_key
    ) as position
  from terms
  where trim(words(:text)) <% close_text
  group by name_key
  order by position
  limit 5
)
select s.name, c.called
from similar_names s
join terms t on t.id = s.id
cross join lateral (
  select n.called
  from (
    select t.name as called, t.name || ' ' || coalesce(t.full_name, '') as text, 1 as rank
    union all
    select a.name, a.name, 2 from jsonb_to_recordset(t.aliases) as a (name text, kind text) where a.kind = 'alias'
  ) as n
  order by word_similarity(trim(words(:text)), words(n.text)) desc, n.rank, n.called
  limit 1
) as c
order by s.position
