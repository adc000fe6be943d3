-- How a person is found in texts, to be erased from them (see personal-data.sql).

-- What identifies a person wherever it stands: the email address, and the Slack ID if it has Slack's form. A short one
-- of letters alone may be a word.
create or replace function details_of(u users) returns text[]
language sql immutable as $$
select array_remove(
  array[
    u.email,
    case when u.messaging_user_id ~ '^[UW](?=[A-Z]*[0-9]|.{8})[A-Z0-9]{6,}$' then u.messaging_user_id end
  ],
  null
)
$$;

-- A text without what cannot be seen, and with its letters in their ordinary forms (Ｊ, ﬁ, e with an accent of its own).
-- Most texts have only such, which is found out in a fraction of the time.
create or replace function plain_text(value text) returns text
language sql immutable parallel safe
return case
  when
    octet_length(value) > char_length(value)
    and value ~ '[\u00ad\u0300-\u036f\u200b-\u200f\u2060\ufb00-\ufb06\ufeff\uff00-\uffef\U0001d400-\U0001d7ff]'
    then translate(normalize(value, nfkc), E'\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff', '')
  else value
end;

-- A text as it is compared with the signs of `traces_of`.
create or replace function sought_text(value text) returns text
language sql immutable parallel safe
return case
  when octet_length(value) = char_length(value) then lower(value collate "C")
  else lower(plain_text(value) collate "und-x-icu") collate "C"
end;

-- A regular expression for a word, whichever apostrophes and hyphens it is written with.
create or replace function escape_regexp(word text) returns text
language sql immutable parallel safe
return replace(replace(
  regexp_replace(word, '([][\\.^$*+?(){}|])', '\\\1', 'g'), '''', '[''‘’ʼ]'
), '-', '[-‐‑–]');

create or replace function email_pattern(address text) returns text
language sql immutable parallel safe
return '(?<![[:alnum:]][.+_-])' || replace(replace(escape_regexp(address), '@', '(?:@|%40)'), '\+', '(?:\+|%2b)');

-- Whether a name is found only as it is written, because its words are words of any text: it is in quotation marks.
create or replace function is_exact(name text) returns boolean
language sql immutable parallel safe
return name like '"% %"';

-- A regular expression for a name of several words, whatever space is between them.
create or replace function spaced_pattern(name text) returns text
language sql immutable parallel safe
return replace(escape_regexp(name), ' ', ',?[\s\u00a0\u2000-\u200a\u202f\u3000]+');

-- A regular expression for names of several words, in any case; null if there are none.
create or replace function names_pattern(names text[]) returns text
language sql immutable parallel safe as $$
select string_agg(spaced_pattern(n), '|') from unnest(names) as n where strpos(n, ' ') > 0 and not is_exact(n)
$$;

-- A regular expression for names whose case matters: those of one word, which in lower case are any word, and those
-- that are found only as they are written.
create or replace function words_pattern(names text[]) returns text
language sql immutable parallel safe as $$
select string_agg(distinct pattern, '|')
from (
  select escape_regexp(form)
  from
    (select n collate "und-x-icu" from unnest(names) as n) as given (n),
    unnest(array[n, upper(n), initcap(n)]) as form
  where strpos(n, ' ') = 0 and (form <> lower(form) or form = upper(form))
  union all
  select spaced_pattern(trim('"' from n)) from unnest(names) as n where is_exact(n)
) as patterns (pattern)
$$;

-- Words stand alone, except in scripts that put no spaces between them. What comes before may be encoded, as in a URL.
create or replace function as_whole_words(pattern text) returns text
language sql immutable parallel safe
return coalesce(
  '(?:(?<![[:alnum:]])|(?<=%[[:xdigit:]]{2})|'
  || '(?=[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u9fff\uac00-\ud7a3]))(?:' || pattern
  || ')(?:(?![[:alnum:]])|(?<=[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u9fff\uac00-\ud7a3]))',
  '(?!.)a'
);

-- How to find a person in texts, by their details and by some of their names (see erasableNames in
-- lib/identity/erase.ts). `details` and `words` are regular expressions; case only matters for `words`. Whatever
-- matches, or has the person's ID beside their name, matches one of `signs` in lower case, which takes a fraction of
-- the time.
create or replace function traces_of(person uuid, names text[])
returns table (details text, words text, signs text[])
language sql stable as $$
with details as (
  select u.email, (details_of(u))[2] as slack_id from users u where u.id = person
),
forms as (
  select array_agg(distinct form) as names from unnest(names) as n, unnest(array[n, plain_text(n)]) as form
),
parts as (
  select word from details, unnest(array[email, replace(replace(email, '@', '%40'), '+', '%2b'), slack_id]) as word
  union
  select (
    select part from regexp_split_to_table(n collate "und-x-icu", '[^[:alnum:]]+') as part
    order by length(part) desc limit 1
  )
  from unnest(names) as n
),
-- JSON has the words as JSON writes them.
signs as (
  select word as sign from parts where word is not null
  union select substr(to_json(word)::text, 2, length(to_json(word)::text) - 2) from parts where word is not null
  union select person::text
)
select
  as_whole_words(concat_ws('|', email_pattern(d.email), names_pattern(f.names))),
  as_whole_words(nullif(concat_ws('|', d.slack_id, words_pattern(f.names)), '')),
  (select array_agg('%' || regexp_replace(sought_text(sign), '([\\%_])', '\\\1', 'g') || '%') from signs)
from details d, forms f
$$;

-- Letters are those of all languages, whatever the locale of the database.
create or replace function replace_traces(value text, details text, words text) returns text
language sql immutable parallel safe
return regexp_replace(
  regexp_replace(value collate "und-x-icu", details collate "und-x-icu", '…', 'gi'), words collate "und-x-icu", '…', 'g'
) collate "default";

-- A text in which a person can only be found by what it says in ordinary letters is replaced by that.
create or replace function without_traces(value text, details text, words text) returns text
language sql immutable parallel safe
return (
  select
    case
      when value <> plain_text(value) and replace_traces(plain, details, words) <> plain
        then replace_traces(plain_text(value), details, words)
      else replaced
    end
  from replace_traces(value, details, words) as replaced, plain_text(replaced) as plain
);
