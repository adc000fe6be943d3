-- Finds the words of :texts, names of terms, that are not known yet. Returns one row per word, in the order in which
-- all writers add words.
select distinct w.word
from jsonb_array_elements_text(:texts::jsonb) as t (text)
cross join lateral regexp_split_to_table(words(t.text), ' ') as w (word)
where char_length(w.word) >= 5 and not exists (select from name_words n where n.word = w.word)
order by 1
