-- Counts the texts that have each of some names (:names) of a person (:id), with examples: in the entries of a log (:log) after one
-- of them (:after), :most at a time, or in all other tables if :log is null. Returns a row for each name; `last` is the last of the
-- entries, or null if there are no more.
select name, texts, coalesce(examples, '{}') as examples, last from find_names(:id, :names, :log, :after, :most)
