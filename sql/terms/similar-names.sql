-- Finds names with a spelling similar to :text. Unlike the search, it also finds short names.
-- Returns one row per name, at most 5, the most similar first.
select min(name) as name
from terms
where trim(words(:text)) <% close_text
group by name_key
order by
  similarity(name_key, fold(:text)) desc,
  max(word_similarity(trim(words(:text)), close_text)) desc,
  name_key
limit 5
