-- Finds the terms that :texts of a file mean. Returns one row per text, in their order, with the IDs.
select terms_called(c.text) as ids
from unnest(:texts::text[]) with ordinality as c (text, place)
order by c.place
