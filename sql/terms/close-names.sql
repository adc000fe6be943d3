-- Names that are spelled like :q, for when the search found nothing: short ones as well, which it never
-- corrects.
-- Returns one row per name, five at most, the closest first.
select min(name) as name
from terms
where trim(words(:q)) <% close_text
group by name_key
order by
  similarity(name_key, fold(:q)) desc,
  max(word_similarity(trim(words(:q)), close_text)) desc,
  name_key
limit 5
