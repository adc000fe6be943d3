-- As glossary/keep-terms, for all terms that are related to :id, which is locked. Returns nothing.
select from terms t
where
  t.id in (
    select r.term_id from term_relations r where r.other_id = :id
    union
    select r.other_id from term_relations r where r.term_id = :id
  )
order by t.id
for key share
