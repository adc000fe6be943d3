-- Finds names and aliases that start with :text, ignoring case and punctuation; the shortest come first.
-- Returns one row per name, at most 5.
select min(name) as called
from term_names
where
  loose_key >= loose(:text) and loose_key < loose(:text) || chr(1114111)
  and kind in ('name', 'alias')
group by key
order by char_length(key), key
limit 5
