-- Shows a name that people looked up to everyone. Returns its ID, or no row.
update wanted_names set is_public = true where id = :id returning id
