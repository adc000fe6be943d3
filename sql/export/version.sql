-- The version of the glossary, which changes with anything that an export shows, the number of terms in an export, and
-- the day (UTC). :status and :in_category may be null; terms with one of the statuses :left_out are left out, as are
-- terms without a definition. Returns one row.
select
  (select coalesce(sum(number), 0)::text from glossary_changes) as version,
  (now() at time zone 'UTC')::date::text as today,
  case
    when :in_category::text is null
      then (
        select coalesce(sum(total), 0)::integer
        from term_counts
        where
          (:status::text is null or status = :status)
          and status <> all (:left_out::text[])
      ) - (
        select count(*)::integer
        from terms
        where
          definition = ''
          and (:status::text is null or status = :status)
          and status <> all (:left_out::text[])
      )
    else (
      select count(*)::integer
      from terms
      where
        category_key = fold(:in_category)
        and definition <> ''
        and (:status::text is null or status = :status)
        and status <> all (:left_out::text[])
    )
  end as total
