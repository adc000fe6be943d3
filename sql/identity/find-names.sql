-- Finds the texts that have each of some names (:names, those in quotation marks only as they are written) of a person
-- (:id): in the entries of a log (:log) after one of them (:after), :most at a time, or in all other tables if :log is
-- null. Returns a row for each name, with hashes of the texts and examples; `last` is the last of the entries, or null
-- if there are no more.
select name as sought, coalesce(seen::text[], '{}') as seen, coalesce(examples, '{}') as examples, last
from texts_with_names(:id, :names, :log, :after, :most)
