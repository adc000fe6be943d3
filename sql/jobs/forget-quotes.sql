-- Forgets the sentences with acronyms about which nobody has to decide: those that are not suggested now and are the
-- name or an alias of a term, were suggested before, or were dismissed. Those that are hidden since a decision stay, as
-- it may be undone. Returns nothing.
update discovery_sightings s
set quote = null, quoted_at = null
where
  s.quote is not null and s.quote_hidden_at is null
  and not exists (
    select from discovery_suggestions d
    join terms t on t.id = d.term_id and t.status = 'suggested'
    where d.acronym = s.acronym
  )
  and (
    exists (select from discovery_suggestions d where d.acronym = s.acronym)
    or exists (select from dismissed_suggestions d where d.name_key = fold(s.acronym))
    or exists (
      select from term_names n
      where
        n.loose_key = loose(s.acronym) and n.key = fold(s.acronym) -- the first is indexed
        and n.kind <> 'full_name'
    )
  )
