-- What was refused of a term that is merged (:id) stays refused of the term that remains (:into). Returns nothing.
with moved as (
  delete from refused_relations r
  where :id in (r.term_id, r.other_id)
  returning
    case r.term_id when :id then :into::uuid else r.term_id end as term_id, r.kind,
    case r.other_id when :id then :into::uuid else r.other_id end as other_id
)
insert into refused_relations (term_id, kind, other_id)
select m.term_id, m.kind, m.other_id from moved m where m.term_id <> m.other_id
on conflict do nothing
