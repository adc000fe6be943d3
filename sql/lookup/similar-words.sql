-- The words of names that are spelled like each of :words: those that are one letter off or, if there are
-- none, those that share most of their trigrams; none for words of fewer than five letters, and of :english words only
-- those that are one letter off.
-- Returns one row per word that is not a stop word, with up to 50 spellings, the closest first.
select given.word, coalesce(spellings, '{}') as spellings
from unnest(:words::text[]) as given (word)
cross join lateral (
  select array_agg(word) as words
  from name_words
  where
    char_length(given.word) >= 5
    and spelling_keys(word) && spelling_keys(given.word)
    and word <> given.word
) as one_off
cross join lateral (
  select array_agg(word order by likeness desc, word) as spellings
  from (
    select word, likeness
    from (
      select
        word,
        similarity(given.word, word) as likeness,
        max(similarity(given.word, word)) over () as best
      from (
        select unnest(one_off.words) as word
        union all
        select word
        from name_words
        where
          one_off.words is null
          and char_length(given.word) >= 5
          and given.word <% word
          and given.word <> all ((select :english::text[])::text[])
          and word <> given.word
      ) as candidates
    ) as compared
    where likeness >= 0.85 * best
    order by likeness desc, word
    limit 50
  ) as closest
) as similar_words
where numnode(to_tsquery('english', given.word)) > 0
