-- Adds the words of :texts, names of terms, in the order in which all writers add words, so that an import of many
-- words cannot deadlock. Returns nothing.
insert into name_words (word)
select distinct w.word
from jsonb_array_elements_text(:texts::jsonb) as t (text)
cross join lateral regexp_split_to_table(words(t.text), ' ') as w (word)
where char_length(w.word) >= 5
order by 1
on conflict do nothing
