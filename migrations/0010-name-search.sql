-- The words of names and full names by themselves. An unfinished word and a misspelt one are looked for
-- here only: in an index that has definitions, too, every term whose definition has such a word would have
-- to be read to find out that its name has not.
alter table terms add name_search tsvector not null generated always as (
  setweight(to_tsvector('english', words(name)), 'A')
  || setweight(to_tsvector('english', words(coalesce(full_name, ''))), 'B')
) stored;

create index terms_name_search_idx on terms using gin (name_search);
