-- Does at once after an import what autovacuum would do a minute later: counts the rows, so that PostgreSQL does not
-- plan as if the tables were as they had been, and empties the lists in which the indexes of words keep new rows and
-- which every search reads. Tables that a migration has locked are left out. Returns nothing.
vacuum (analyze, skip_locked) terms, term_names, term_history, name_meanings, name_words
