-- Finds the keys by which the meanings of :names are counted. Returns one row per key.
select distinct loose(n.name) as key
from jsonb_array_elements_text(:names::jsonb) as n (name)
