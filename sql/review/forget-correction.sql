-- Makes a version of a term one that has corrected nothing, because the text is again what it was before. Run
-- glossary/lock-term before it. Returns nothing.
with uncorrected as (
  update disputes set corrected_version = null
  where term_id = :term_id and corrected_version = :version::integer
  returning term_id, resolution
)
update terms t set needs_correction = true
where t.id in (select term_id from uncorrected where resolution = 'upheld')
