-- Finds terms for a question that no term answers: those with one of :telling, which are not common words, or with two
-- other words of :words, in any inflected form. Of a large glossary, it compares the first 5,000 of them that it comes
-- across. Returns one row per name, at most 5, those with the most of the words first.
with asked as (
  select
    word, word = any (tsvector_to_array(to_tsvector('english', array_to_string(:telling::text[], ' ')))) as is_telling
  from unnest(tsvector_to_array(to_tsvector('english', array_to_string(:words::text[], ' ')))) as word
),
query as (
  select string_agg(quote_literal(a.word) || ' & ' || quote_literal(b.word), ' | ')::tsquery as words
  from asked a
  join asked b on a.is_telling and b.word = a.word or a.word < b.word
)
select min(t.name) as name
from query q
cross join lateral (select name, name_key, search from terms where search @@ q.words limit 5000) as t
group by t.name_key
order by
  max((select count(*) from asked where t.search @@ quote_literal(word)::tsquery)) desc,
  max(ts_rank(t.search, q.words)) desc,
  name
limit 5
