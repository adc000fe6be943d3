-- What a word has in common with all that are spelt almost as it is: the word itself, and what is left
-- of it without any one letter. Words share one of them where a letter is missing, too many, wrong or in
-- another place, so that they can be looked up instead of compared. Nobody types a word of more than 40 letters, and its
-- keys would take pages.
create function spelling_keys(word text) returns text[]
language sql immutable parallel safe
return array(
  select word
  union
  select overlay(word placing '' from place for 1)
  from generate_series(1, char_length(word)) as place
  where char_length(word) <= 40
);

create index name_words_spelling_idx on name_words using gin (spelling_keys(word));
