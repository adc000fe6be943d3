create extension if not exists pg_trgm;

-- Words in lower case, separated by single spaces. Punctuation separates words ('CI/CD' has two), so that
-- PostgreSQL's text search parser never sees a path, a host name or an email address.
create function words(value text) returns text
language sql immutable parallel safe
return regexp_replace(lower(value collate "und-x-icu"), '[^[:alnum:]]+', ' ', 'g');

-- Letters and digits in lower case: the same for 'A.P.I.' and 'API'.
create function letters(value text) returns text
language sql immutable parallel safe
return regexp_replace(lower(value collate "und-x-icu"), '[^[:alnum:]]+', '', 'g') collate "C";

create table terms (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 120),
  full_name text check (char_length(full_name) between 1 and 300),
  definition text not null check (char_length(definition) between 1 and 4000),
  category text check (char_length(category) between 1 and 80),
  status text not null check (status in ('suggested', 'pending', 'community', 'official')),
  version integer not null default 1 check (version > 0),
  vote_count integer not null default 0 check (vote_count >= 0),
  owner_id uuid references users on delete set null,
  is_stale boolean not null default false,
  last_confirmed_at timestamptz not null default now(),
  source text not null check (source in ('user', 'slack', 'discovery', 'import')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  name_key text collate "C" not null generated always as (fold(name)) stored,
  full_name_key text collate "C" not null
    generated always as (coalesce(fold(full_name), '')) stored,
  category_key text collate "C" not null
    generated always as (coalesce(fold(category), '')) stored,
  name_letters text collate "C" not null generated always as (letters(name)) stored,
  close_text text not null
    generated always as (words(name || ' ' || coalesce(full_name, ''))) stored,
  -- What a search matches: words in any form everywhere, and words as they are typed in names alone, as an
  -- unfinished word would match too many definitions.
  search tsvector not null generated always as (
    setweight(to_tsvector('english', words(name)), 'A')
    || setweight(to_tsvector('english', words(coalesce(full_name, ''))), 'B')
    || setweight(to_tsvector('english', words(definition)), 'C')
  ) stored,
  name_search tsvector not null generated always as (
    setweight(to_tsvector('simple', words(name)), 'A')
    || setweight(to_tsvector('simple', words(coalesce(full_name, ''))), 'B')
  ) stored,
  -- Each row is one meaning. The index also serves exact names, prefixes and the order of the list; with
  -- the id in it, PostgreSQL reads only the terms of the page that it returns.
  constraint terms_meaning_key unique (name_key, full_name_key, category_key) include (id)
)
-- The staleness job may flag every term. Half-empty pages keep the new version of a row on its page, so
-- that no index has to change.
with (fillfactor = 50);

create index terms_name_letters_idx on terms (name_letters);
-- Terms without a category are left out, which makes it cheap to list the categories.
create index terms_category_idx on terms (category_key, name_key, full_name_key)
  where category_key > '';
create index terms_status_idx on terms (status, name_key, full_name_key, category_key) include (id);
create index terms_owner_idx on terms (owner_id);
create index terms_last_confirmed_idx on terms (last_confirmed_at);
create index terms_words_idx on terms using gin (search, name_search);
create index terms_close_text_idx on terms using gin (close_text gin_trgm_ops);

-- The number of terms in each status, so that a list need not count them. A writer adds to a slot of its
-- connection, so that writers do not wait for each other; the sum of the slots is exact in every snapshot.
create table term_counts (
  status text not null check (status in ('suggested', 'pending', 'community', 'official')),
  slot integer not null,
  total bigint not null,
  primary key (status, slot)
) with (fillfactor = 50);

create function add_term_count(of_status text, change bigint) returns void
language sql as $$
  insert into term_counts as c (status, slot, total)
  values (of_status, pg_backend_pid() % 16, change)
  on conflict (status, slot) do update set total = c.total + excluded.total
$$;

create function count_inserted_terms() returns trigger
language plpgsql as $$
begin
  perform add_term_count(status, count(*)) from changed group by status order by status;
  return null;
end
$$;

create function count_deleted_terms() returns trigger
language plpgsql as $$
begin
  perform add_term_count(status, -count(*)) from changed group by status order by status;
  return null;
end
$$;

-- In the order of their statuses, so that two writers of the same slot cannot deadlock.
create function count_changed_term() returns trigger
language plpgsql as $$
begin
  perform add_term_count(status, change)
  from (values (old.status, -1), (new.status, 1)) as changed (status, change)
  order by status;
  return null;
end
$$;

create function clear_term_counts() returns trigger
language plpgsql as $$
begin
  delete from term_counts;
  return null;
end
$$;

create trigger terms_count_inserted
  after insert on terms referencing new table as changed
  for each statement execute function count_inserted_terms();

create trigger terms_count_deleted
  after delete on terms referencing old table as changed
  for each statement execute function count_deleted_terms();

create trigger terms_count_changed
  after update of status on terms
  for each row when (old.status is distinct from new.status)
  execute function count_changed_term();

create trigger terms_count_truncated
  after truncate on terms
  for each statement execute function clear_term_counts();

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

-- In the order of the words, so that two writers of the same words cannot deadlock.
create function add_name_words() returns trigger
language plpgsql as $$
begin
  insert into name_words (word)
  select distinct word
  from added, regexp_split_to_table(close_text, ' ') as word
  where char_length(word) >= 5
  order by word
  on conflict do nothing;
  return null;
end
$$;

create function add_changed_name_words() returns trigger
language plpgsql as $$
begin
  insert into name_words (word)
  select distinct word
  from regexp_split_to_table(new.close_text, ' ') as word
  where char_length(word) >= 5
  order by word
  on conflict do nothing;
  return null;
end
$$;

create trigger terms_add_name_words
  after insert on terms referencing new table as added
  for each statement execute function add_name_words();

create trigger terms_add_changed_name_words
  after update of name, full_name on terms
  for each row when (old.close_text is distinct from new.close_text)
  execute function add_changed_name_words();

create table votes (
  term_id uuid not null references terms on delete cascade,
  user_id uuid not null references users,
  created_at timestamptz not null default now(),
  primary key (term_id, user_id)
);

create index votes_user_idx on votes (user_id);
-- A BRIN index takes a few kilobytes: rows are added in the order of their time.
create index votes_created_idx on votes using brin (created_at);

-- term_id is not a foreign key: the history of a term outlives the term. created_at is the time at which the row
-- is written, so that waiting for a lock cannot reorder entries; seq orders entries of the same instant.
create table term_history (
  id uuid primary key default gen_random_uuid(),
  seq bigint generated always as identity unique,
  term_id uuid not null,
  version integer not null check (version > 0),
  action text not null check (
    action in ('created', 'updated', 'status_changed', 'disputed', 'confirmed', 'claimed')
  ),
  changes jsonb not null default '{}' check (jsonb_typeof(changes) = 'object'),
  actor_id uuid references users,
  note text check (char_length(note) between 1 and 500),
  created_at timestamptz not null default clock_timestamp()
);

create index term_history_term_idx on term_history (term_id, seq desc);
create index term_history_created_idx on term_history using brin (created_at);

create trigger term_history_append_only
  before update or delete or truncate on term_history
  for each statement execute function refuse_change();
