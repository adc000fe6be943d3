-- One index of both kinds of words: where a search asks for both, PostgreSQL would intersect two indexes
-- in whatever order it takes for cheaper, and may begin with the longer list.
create index terms_words_idx on terms using gin (search, name_search);
drop index terms_search_idx;
drop index terms_name_search_idx;
