-- The form in which names are compared regardless of punctuation, spaces, hyphens, width and the diacritics of Latin
-- and Greek letters: 'C.I./C.D.', 'CI/CD' and 'cicd' are the same. '+' and '#' count as letters ('C++', 'C#').
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
      '(?!#)[[:punct:][:space:]$^=~|<>`´¨¯¸\u02d8-\u02dd]+', '', 'g'
    ),
    ''
  ),
  lower(normalize(value, nfc) collate "und-x-icu")
), 300) collate "C";

create function alias_names(aliases jsonb) returns text
language sql immutable parallel safe
return (select coalesce(string_agg(a.alias ->> 'name', ' '), '') from jsonb_array_elements(aliases) as a (alias));

-- Aliases are stored with the term, [{"name", "kind"}] ordered by kind, because they change and are read with it.
alter table terms
  add column aliases jsonb not null default '[]' check (jsonb_array_length(aliases) <= 20);

-- What a search matches now includes the aliases. Searches compare names through term_names below.
drop trigger terms_add_changed_name_words on terms;
drop index terms_words_idx, terms_close_text_idx, terms_name_letters_idx;
alter table terms
  drop column search,
  drop column name_search,
  drop column close_text,
  drop column name_letters;
alter table terms
  add column close_text text not null generated always as (
    words(name || ' ' || coalesce(full_name, '') || ' ' || alias_names(aliases))
  ) stored,
  add column search tsvector not null generated always as (
    setweight(to_tsvector('english', words(name || ' ' || alias_names(aliases))), 'A')
    || setweight(to_tsvector('english', words(coalesce(full_name, ''))), 'B')
    || setweight(to_tsvector('english', words(definition)), 'C')
  ) stored,
  add column name_search tsvector not null generated always as (
    setweight(to_tsvector('simple', words(name || ' ' || alias_names(aliases))), 'A')
    || setweight(to_tsvector('simple', words(coalesce(full_name, ''))), 'B')
  ) stored;
drop function letters(text);
create index terms_words_idx on terms using gin (search, name_search);
create index terms_close_text_idx on terms using gin (close_text gin_trgm_ops);

create trigger terms_add_changed_name_words
  after update of name, full_name, aliases on terms
  for each row when (old.close_text is distinct from new.close_text)
  execute function add_changed_name_words();

-- Everything that a term is called, a row each: its name, its aliases and its full name. Triggers keep it.
create table term_names (
  term_id uuid not null references terms on delete cascade,
  kind text not null check (kind in ('name', 'alias', 'misspelling', 'discouraged', 'full_name')),
  name text not null,
  key text collate "C" not null generated always as (fold(name)) stored,
  loose_key text collate "C" not null generated always as (loose(name)) stored,
  -- The transaction that added the row, so that a process can ask what has been added since it last did.
  added_in xid8 not null default pg_current_xact_id(),
  check (kind = 'full_name' or char_length(name) between 1 and 120)
);

-- An alias differs from the name and the other aliases of its term, ignoring case.
create unique index term_names_key on term_names (term_id, (kind = 'full_name'), key);
create index term_names_loose_idx on term_names (loose_key);
create index term_names_added_idx on term_names (added_in);

-- What a term is called.
create function names_of(name text, full_name text, aliases jsonb)
returns table (kind text, name text)
language sql immutable as $$
  select 'name', $1
  union all
  select 'full_name', $2 where $2 is not null
  union all
  select a.kind, a.name from jsonb_to_recordset($3) as a (kind text, name text)
$$;

create function add_term_names() returns trigger
language plpgsql as $$
begin
  insert into term_names (term_id, kind, name)
  select a.id, n.kind, n.name
  from added a
  cross join lateral names_of(a.name, a.full_name, a.aliases) as n;
  return null;
end
$$;

create function change_term_names() returns trigger
language plpgsql as $$
begin
  delete from term_names where term_id = new.id;
  insert into term_names (term_id, kind, name)
  select new.id, n.kind, n.name
  from names_of(new.name, new.full_name, new.aliases) as n;
  return null;
end
$$;

create trigger terms_add_names
  after insert on terms referencing new table as added
  for each statement execute function add_term_names();

create trigger terms_change_names
  after update of name, full_name, aliases on terms
  for each row when (
    (old.name, old.full_name, old.aliases) is distinct from (new.name, new.full_name, new.aliases)
  )
  execute function change_term_names();

insert into term_names (term_id, kind, name)
select t.id, n.kind, n.name
from terms t
cross join lateral names_of(t.name, t.full_name, t.aliases) as n;
