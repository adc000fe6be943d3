-- Terms of some category only. PostgreSQL 18 may skip from one category to the next in an index, and took
-- this one for a range of names, as it was smaller than that of names: 19 descents instead of one.
drop index terms_category_idx;
create index terms_category_idx on terms (category_key, name_key, full_name_key)
  where category_key > '';
