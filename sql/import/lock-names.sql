-- Locks the number of meanings of names by their :keys, which are in the order in which all writers lock them.
-- Returns nothing.
insert into name_meanings as m (loose_key, meanings)
select k.key, 0
from jsonb_array_elements_text(:keys::jsonb) with ordinality as k (key, position)
order by k.position
on conflict (loose_key) do update set meanings = m.meanings
