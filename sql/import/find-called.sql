-- Finds the terms that :texts of a file mean. Returns one row per text that means any, with their IDs.
select m.text, m.ids from meant_by(:texts::text[]) as m
