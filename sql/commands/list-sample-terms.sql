-- Lists the terms of the sample glossary, as its events name them. Returns one row for each.
select id, name || coalesce(' (' || full_name || ')', '') as label from terms
