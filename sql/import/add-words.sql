-- Adds :words, which are in the order in which all writers add words. Returns nothing.
insert into name_words (word)
select w.word
from jsonb_array_elements_text(:words::jsonb) with ordinality as w (word, position)
order by w.position
on conflict do nothing
