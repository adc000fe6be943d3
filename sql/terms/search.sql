-- A page of terms by relevance for the search :q, with filters that may be null, and the number of matches
-- in every status. The tiers: exact name (0), exact but for punctuation (1), name prefix (2), words (3),
-- and close spellings (4) where nothing has the name and little else was found. The last word may be
-- unfinished in names and full names. Words under five letters are never corrected: a short acronym is one
-- letter away from other real ones. The longer ones must be close each, not in sum.
-- Gives the counts once per row of the page; a single row with a null id where the page is empty.
with query as materialized (
  select
    fold(:q::text) as key,
    fold(:q::text) || chr(1114111) as key_end,
    case when char_length(letters(:q::text)) > 1 then letters(:q::text) end as letters,
    fold(:category::text) as category_key,
    other_words,
    case when numnode(last_word) > 0 then other_words && last_word else other_words end as words,
    -- Names that have the word as it stands are found by it. A stop word counts for nothing, unless it
    -- stands alone: then it is the start of another word.
    case
      when numnode(unfinished_word) > 0 and numnode(last_word) > 0
      then unfinished_word && !!last_word
      when numnode(other_words) = 0 then unfinished_word
      else ''
    end as unfinished_word,
    numnode(other_words) = 0 as is_single,
    short, long_words
  from (
    select
      coalesce(to_tsquery('english', string_agg(word, ' & ') filter (where not is_last)), '')
        as other_words,
      coalesce(to_tsquery('english', max(word) filter (where is_last)), '') as last_word,
      coalesce(
        to_tsquery('simple', max(word) filter (where is_last and char_length(word) > 1) || ':*'),
        ''
      ) as unfinished_word,
      to_tsquery('english', string_agg(word, ' & ') filter (where char_length(word) < 5)) as short,
      array_agg(word) filter (where char_length(word) >= 5) as long_words
    from (
      select word, position, position = count(*) over () as is_last
      from regexp_split_to_table(trim(words(:q::text)), ' ') with ordinality as split (word, position)
      where word <> ''
    ) as each_word
  ) as parts
),
found as (
  select
    t.id, t.ctid, t.status, t.vote_count, t.name_key, t.full_name_key, t.category_key, tier,
    case tier
      when 2 then -char_length(t.name_key)
      when 3 then ts_rank(t.search, q.words) + ts_rank(t.name_search, q.unfinished_word)
      else 0
    end::real as rank
  from query q
  join terms t
    -- Subselects: the planner takes a range between two unknown values to be narrow, one between two
    -- columns to be a ninth of all terms, and one that it knows to be worth a new plan each time.
    on (t.name_key >= (select key from query) and t.name_key < (select key_end from query))
    or t.name_letters = q.letters
    or t.search @@ q.words
    or t.name_search @@ case when q.is_single then q.unfinished_word end
    or (t.name_search @@ q.unfinished_word and t.search @@ q.other_words)
  cross join lateral (
    select
      case
        when t.name_key = q.key then 0
        when t.name_key >= q.key and t.name_key < q.key_end then 2
        when t.name_letters = q.letters then 1
        else 3
      end as tier
  ) as kind
  where
    (q.category_key is null or t.category_key = q.category_key)
    and (:stale::boolean is null or t.is_stale = :stale::boolean)
    and (:owner_id::uuid is null or t.owner_id = :owner_id::uuid)
),
-- What is spelt like the long words, where that is needed: words that are a letter off; where there are
-- none, or the word is spelt right, those that share most of it. Of these the closest, and with it what is
-- nearly as close. Null where one of the long words is like no word.
corrected as materialized (
  select
    case
      when bool_and(spelt.closest is not null)
      then to_tsquery('english', string_agg(spelt.alternatives, ' & '))
    end as words,
    to_tsquery('english', string_agg(spelt.closest, ' & ')) as closest_words
  from query q
  cross join unnest(q.long_words) as given
  cross join lateral (
    select case when not bool_or(word = given) then array_agg(word) end as words
    from name_words
    where spelling_keys(word) && spelling_keys(given)
  ) as one_off
  cross join lateral (
    select
      '(' || string_agg(alike.word, ' | ') || ')' as alternatives,
      (array_agg(alike.word order by alike.likeness desc, alike.word))[1] as closest
    from (
      select
        word,
        similarity(given, word) as likeness,
        max(similarity(given, word)) filter (where word <> given) over () as best
      from (
        select unnest(one_off.words) as word
        union all
        select word from name_words where one_off.words is null and given <% word
      ) as candidates
      order by likeness desc, word
      limit 50
    ) as alike
    where likeness >= 0.85 * best or word = given
  ) as spelt
  where (select count(*) < 5 and coalesce(min(tier) > 1, true) from found)
),
close as (
  select
    t.id, t.ctid, t.status, t.vote_count, t.name_key, t.full_name_key, t.category_key,
    4 as tier, (t.name_search @@ c.closest_words)::integer as rank
  from query q
  cross join corrected c
  join terms t on t.name_search @@ c.words
  where
    (q.short is null or numnode(q.short) = 0 or t.search @@ q.short)
    and not exists (select 1 from found f where f.id = t.id)
    and (q.category_key is null or t.category_key = q.category_key)
    and (:stale::boolean is null or t.is_stale = :stale::boolean)
    and (:owner_id::uuid is null or t.owner_id = :owner_id::uuid)
),
hits as (
  select * from found
  union all
  select * from close
),
counts as (
  select
    count(*) filter (where status = 'suggested')::integer as suggested,
    count(*) filter (where status = 'pending')::integer as pending,
    count(*) filter (where status = 'community')::integer as community,
    count(*) filter (where status = 'official')::integer as official
  from hits
),
page as (
  select
    *, array_position(array['official', 'community', 'pending', 'suggested'], status) as trust
  from hits
  where :status::text is null or status = :status::text
  order by
    tier, rank desc, trust, vote_count desc, name_key, full_name_key, category_key
  limit :limit offset :offset
)
select
  c.suggested, c.pending, c.community, c.official,
  t.id, t.name, t.full_name, t.definition, t.category, t.status, t.version, t.vote_count,
  t.owner_id, o.display_name as owner_name, t.is_stale, t.last_confirmed_at, t.source,
  t.created_at, t.updated_at
from counts c
left join page p on true
-- The terms of the page from where they lie (ctid): a statement sees one state of the table, so nothing moves
-- meanwhile. "limit" keeps the planner from reading all terms instead.
left join lateral (select * from terms where ctid = p.ctid limit 1) as t on true
left join users o on o.id = t.owner_id
order by
  p.tier, p.rank desc, p.trust, t.vote_count desc, t.name_key, t.full_name_key, t.category_key
