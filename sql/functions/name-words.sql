-- Collects the words of names, which correct the spelling of a search (table name_words).

-- In the order of the words, so that two writers of the same words cannot deadlock.
create or replace function add_name_words() returns trigger
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

create or replace function add_changed_name_words() returns trigger
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

create or replace trigger terms_add_name_words
  after insert on terms referencing new table as added
  for each statement execute function add_name_words();

create or replace trigger terms_add_changed_name_words
  after update of name, full_name, aliases on terms
  for each row when (old.close_text is distinct from new.close_text)
  execute function add_changed_name_words();
