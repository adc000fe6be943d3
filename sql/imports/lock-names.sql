-- Locks the number of meanings of :names, in the order in which all writers lock them. Returns nothing.
insert into name_meanings as m (name_key, meanings)
select distinct fold(n.name), 0
from jsonb_array_elements_text(:names::jsonb) as n (name)
order by 1
on conflict (name_key) do update set meanings = m.meanings
