-- Reads how many meanings :name has, regardless of punctuation. Returns one row, or none if it never had any.
select meanings from name_meanings where loose_key = loose(:name)
