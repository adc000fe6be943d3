-- The words of names that may be one letter away from each of :words: those with a spelling key in common (missing, added,
-- wrong or transposed letters; a few are two letters away). None for words of fewer than four letters.
-- Returns one row per word that has some, with up to 100 of them.
select given.word, near.spellings
from unnest(:words::text[]) as given (word)
cross join lateral (
  select array_agg(word) as spellings
  from (
    select word
    from name_words
    where
      char_length(given.word) >= 4
      and spelling_keys(word) && spelling_keys(given.word)
      and word <> given.word
    limit 100
  ) as n
) as near
where near.spellings is not null
