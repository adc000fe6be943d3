-- Reads terms by :ids. Returns one row per term that exists.
select s.term from shown_terms s where s.id = any (:ids::uuid[])
