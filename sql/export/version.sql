-- The version of the glossary, which changes with anything that an export shows, and the number of terms in an export.
-- :status and :in_category may be null; without :with_suggested, suggested terms are left out, as are terms
-- without a definition. Returns one row.
select
  (select coalesce(sum(number), 0)::text from glossary_changes) as version,
  case
    when :in_category::text is null
      then (
        select coalesce(sum(total), 0)::integer
        from term_counts
        where
          (:status::text is null or status = :status)
          and (:with_suggested::boolean or status <> 'suggested')
      ) - (
        select count(*)::integer
        from terms
        where
          definition = ''
          and (:status::text is null or status = :status)
          and (:with_suggested::boolean or status <> 'suggested')
      )
    else (
      select count(*)::integer
      from terms
      where
        category_key = fold(:in_category)
        and definition <> ''
        and (:status::text is null or status = :status)
        and (:with_suggested::boolean or status <> 'suggested')
    )
  end as total
