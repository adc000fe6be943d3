-- Counts what an import has stored, so that PostgreSQL plans statements for it. Until autovacuum does so, a minute later, it can
-- expect the tables as they were, empty after an undo, and compare every term with every row. Tables that a migration has locked
-- are left out. Returns nothing.
analyze (skip_locked) terms, term_names, term_history, name_meanings, name_words
