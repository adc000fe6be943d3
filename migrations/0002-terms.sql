-- Terms, what is computed of them, their votes and their history.

create extension if not exists pg_trgm;

-- Words in lower case, separated by single spaces. Punctuation separates words ('CI/CD' has two), so that
-- PostgreSQL's text search parser never sees a path, a host name or an email address.
create function words(value text) returns text
language sql immutable parallel safe
return regexp_replace(lower(value collate "und-x-icu"), '[^[:alnum:]]+', ' ', 'g');

-- The form in which names are compared regardless of punctuation, spaces, hyphens, width and the diacritics of Latin
-- and Greek letters: 'C.I./C.D.', 'CI/CD' and 'cicd' are the same. '+' and '#' count as letters ('C++', 'C#'). An 'and'
-- between words is left out like '&' ('Research & Development'), and so are joiners and variation selectors.
-- A name of nothing but punctuation stays as it is. An index holds at most 300 characters of it.
create function loose(value text) returns text
language sql immutable parallel safe
return left(coalesce(
  nullif(
    regexp_replace(
      normalize(
        regexp_replace(
          lower(normalize(value, nfkd) collate "und-x-icu"),
          '([a-z\u0370-\u03ff\u1f00-\u1fff])[\u0300-\u036f]+', '\1', 'g'
        ),
        nfc
      ),
      '(?<=[[:space:]\u2010-\u2014-])and(?=[[:space:]\u2010-\u2014-])'
        || '|(?!#)[[:punct:][:space:]$^=~|<>`´¨¯¸\u02d8-\u02dd\u200c\u200d\ufe00-\ufe0f]+',
      '', 'g'
    ),
    ''
  ),
  lower(normalize(value, nfc) collate "und-x-icu")
), 300) collate "C";

create function alias_names(aliases jsonb) returns text
language sql immutable parallel safe
return (select coalesce(string_agg(a.alias ->> 'name', ' '), '') from jsonb_array_elements(aliases) as a (alias));

create table terms (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 120),
  full_name text check (char_length(full_name) between 1 and 300),
  -- empty until someone writes it, for what discovery has found
  definition text not null check (char_length(definition) <= 4000),
  category text check (char_length(category) between 1 and 80),
  -- [{"name", "kind"}], ordered by kind, because they change and are read with the term
  aliases jsonb not null default '[]' check (jsonb_array_length(aliases) <= 20),
  status text not null check (status in ('suggested', 'pending', 'community', 'official')),
  version integer not null default 1 check (version > 0),
  vote_count integer not null default 0 check (vote_count >= 0),
  owner_id uuid references users on delete set null,
  -- the number of open disputes, and the status and the votes that a dispute took from the term, which stays protected until
  -- that dispute is resolved
  open_disputes integer not null default 0 check (open_disputes >= 0),
  disputed_status text check (disputed_status in ('community', 'official')),
  disputed_vote_count integer check (disputed_vote_count >= 0),
  is_stale boolean not null default false,
  -- since when, and how often the owner has been reminded since; both mean nothing while the term is not stale
  stale_since timestamptz,
  stale_reminders smallint not null default 0 check (stale_reminders between 0 and 2),
  last_confirmed_at timestamptz not null default now(),
  source text not null check (source in ('user', 'slack', 'discovery', 'import')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  name_key text collate "C" not null generated always as (fold(name)) stored,
  full_name_key text collate "C" not null
    generated always as (coalesce(fold(full_name), '')) stored,
  category_key text collate "C" not null
    generated always as (coalesce(fold(category), '')) stored,
  close_text text not null generated always as (
    words(name || ' ' || coalesce(full_name, '') || ' ' || alias_names(aliases))
  ) stored,
  -- What a search matches: words in any form everywhere, and words as they are typed in names alone, as an
  -- unfinished word would match too many definitions.
  search tsvector not null generated always as (
    setweight(to_tsvector('english', words(name || ' ' || alias_names(aliases))), 'A')
    || setweight(to_tsvector('english', words(coalesce(full_name, ''))), 'B')
    || setweight(to_tsvector('english', words(definition)), 'C')
  ) stored,
  name_search tsvector not null generated always as (
    setweight(to_tsvector('simple', words(name || ' ' || alias_names(aliases))), 'A')
    || setweight(to_tsvector('simple', words(coalesce(full_name, ''))), 'B')
  ) stored,
  -- Each row is one meaning. The index also serves exact names, prefixes and the order of the list; with
  -- the id in it, PostgreSQL reads only the terms of the page that it returns.
  constraint terms_meaning_key unique (name_key, full_name_key, category_key) include (id),
  check (disputed_status is null or open_disputes > 0),
  check ((disputed_status is null) = (disputed_vote_count is null)),
  check (definition <> '' or source = 'discovery')
)
-- The staleness job may flag every term. Half-empty pages keep the new version of a row on its page, so
-- that no index has to change.
with (fillfactor = 50);

-- An export by category reads all terms in this order. Lists of categories use it, too.
create index terms_category_idx on terms (category_key, name_key, full_name_key) include (id);
create index terms_status_idx on terms (status, name_key, full_name_key, category_key) include (id);
-- What discovery has found and nobody has explained is never exported.
create index terms_unexplained_idx on terms (status) where definition = '';
create index terms_owner_idx on terms (owner_id);
create index terms_last_confirmed_idx on terms (last_confirmed_at);
create index terms_words_idx on terms using gin (search, name_search);
create index terms_close_text_idx on terms using gin (close_text gin_trgm_ops);
create index terms_disputed_idx on terms (id) where open_disputes > 0;

-- Everything that a term is called, a row each: its name, its aliases and its full name. Triggers keep it.
create table term_names (
  term_id uuid not null references terms on delete cascade,
  kind text not null check (kind in ('name', 'alias', 'misspelling', 'discouraged', 'full_name')),
  name text not null,
  key text collate "C" not null generated always as (fold(name)) stored,
  loose_key text collate "C" not null generated always as (loose(name)) stored,
  -- The order in which a lookup reads and ranks what it finds.
  kind_rank smallint not null
    generated always as (case kind when 'name' then 1 when 'full_name' then 3 else 2 end) stored,
  -- The transaction that added the row, so that a process can ask what has been added since it last did.
  added_in xid8 not null default pg_current_xact_id(),
  check (kind = 'full_name' or char_length(name) between 1 and 120)
);

-- An alias differs from the name and the other aliases of its term, ignoring case.
create unique index term_names_key on term_names (term_id, (kind = 'full_name'), key);
create index term_names_loose_idx on term_names (loose_key, kind_rank);
create index term_names_added_idx on term_names (added_in);

-- The number of meanings of each name, regardless of punctuation and the like. A transaction that adds or removes a meaning keeps the row of the name
-- locked until it ends, so that the limit also holds for concurrent transactions. Unlike advisory locks, row
-- locks need no shared memory: one statement can add any number of names. The names of deleted terms stay, with
-- 0 meanings.
create table name_meanings (
  loose_key text collate "C" primary key,
  meanings integer not null constraint name_meanings_limit check (meanings <= 50)
) with (fillfactor = 50);

-- The words of names and full names that are long enough to be corrected. Words of deleted terms stay; they
-- match nothing.
create table name_words (word text collate "C" primary key check (char_length(word) >= 5));

-- A word, and the word without each one of its letters. Two words that are one letter apart (missing, added,
-- wrong or transposed) have one of these keys in common, so that an index can find them. Words of more than 40
-- letters are not corrected.
create function spelling_keys(word text) returns text[]
language plpgsql immutable parallel safe as $$
declare
  keys text[] := array[word];
begin
  if char_length(word) <= 40 then
    for place in 1..char_length(word) loop
      keys := keys || overlay(word placing '' from place for 1);
    end loop;
  end if;
  return keys;
end
$$;

create index name_words_spelling_idx on name_words using gin (spelling_keys(word));
create index name_words_close_idx on name_words using gin (word gin_trgm_ops);

-- The number of terms in each status, so that a list need not count them. A writer adds to a slot of its
-- connection, so that writers do not wait for each other; the sum of the slots is exact in every snapshot.
create table term_counts (
  status text not null check (status in ('suggested', 'pending', 'community', 'official')),
  slot integer not null,
  total bigint not null,
  primary key (status, slot)
) with (fillfactor = 50);

-- Each change of anything that an export shows adds a row with a random number. The sum of all numbers, as a snapshot
-- sees it, stands for the content of the glossary in that snapshot. Writers only add rows, so that they never wait for
-- each other. As the numbers are random, a database that has been restored from a backup does not repeat a sum.
-- The clean-up replaces many rows by one with their sum.
create table glossary_changes (
  number numeric not null default floor(random() * 1e15) check (number >= 0)
);

create table votes (
  term_id uuid not null references terms on delete cascade,
  user_id uuid not null references users,
  created_at timestamptz not null default now(),
  primary key (term_id, user_id)
);

create index votes_user_idx on votes (user_id);
-- A BRIN index takes a few kilobytes: rows are added in the order of their time.
create index votes_created_idx on votes using brin (created_at);

-- An import of a file. What it changed is in the history.
create table imports (
  id uuid primary key default gen_random_uuid(),
  actor_id uuid references users,
  file_name text check (char_length(file_name) between 1 and 200),
  format text not null check (format in ('csv', 'tsv', 'markdown', 'xlsx', 'json', 'yaml')),
  totals jsonb not null check (jsonb_typeof(totals) = 'object'),
  created_at timestamptz not null default clock_timestamp(),
  undone_at timestamptz
);

create index imports_created_idx on imports (created_at desc, id);

create domain history_action as text;

-- term_id is not a foreign key: the history of a term outlives the term. created_at is the time at which the row
-- is written, so that waiting for a lock cannot reorder entries; seq orders entries of the same instant.
create table term_history (
  id uuid primary key default gen_random_uuid(),
  seq bigint generated always as identity unique,
  term_id uuid not null,
  version integer not null check (version > 0),
  action history_action not null,
  changes jsonb not null default '{}' check (jsonb_typeof(changes) = 'object'),
  actor_id uuid references users,
  -- who accepted an edit that someone else proposed
  accepted_by uuid references users,
  note text check (char_length(note) between 1 and 500),
  -- the import that made the entry
  import_id uuid references imports,
  created_at timestamptz not null default clock_timestamp()
);

create index term_history_term_idx on term_history (term_id, seq desc);
create index term_history_created_idx on term_history using brin (created_at);
create index term_history_import_idx on term_history (import_id, seq) where import_id is not null;

-- The terms that have been merged into others. into_id is a term that exists: when that is merged in turn, or deleted,
-- these rows follow it.
create table merged_terms (
  id uuid primary key,
  into_id uuid not null references terms on delete cascade,
  check (id <> into_id)
);

create index merged_terms_into_idx on merged_terms (into_id);
