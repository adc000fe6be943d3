-- Whether texts mark the names of a term: 'exact' only as they are written, 'never' not at all. It needs no index, as it is read with terms.
-- Since this version, the function names_of also returns the acronym within a name; an earlier version that starts again must not put
-- its own back.
alter table terms
  add column in_texts text not null default 'auto' check (in_texts in ('auto', 'exact', 'never'));

alter table dismissed_suggestions add column in_texts text not null default 'auto';
