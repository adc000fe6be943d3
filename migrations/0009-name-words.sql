-- The words of names and full names that are long enough to be corrected, so that a misspelt one is
-- compared with words instead of with every term. A word stays when its last term goes: it leads nowhere
-- then.
create table name_words (word text collate "C" primary key check (char_length(word) >= 5));

create index name_words_close_idx on name_words using gin (word gin_trgm_ops);

insert into name_words (word)
select distinct word
from terms, regexp_split_to_table(close_text, ' ') as word
where char_length(word) >= 5;

-- In the order of the words: two writers of the same ones cannot wait for each other.
create function learn_words() returns trigger
language plpgsql as $$
begin
  insert into name_words (word)
  select distinct word
  from learnt, regexp_split_to_table(close_text, ' ') as word
  where char_length(word) >= 5
  order by word
  on conflict do nothing;
  return null;
end
$$;

create function learn_changed_words() returns trigger
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

create trigger terms_learn_words
  after insert on terms referencing new table as learnt
  for each statement execute function learn_words();

create trigger terms_learn_changed_words
  after update of name, full_name on terms
  for each row when (old.close_text is distinct from new.close_text)
  execute function learn_changed_words();
