-- Makes others who add relations wait until the transaction ends (sql/functions/stored-relations.sql). Returns nothing.
select from lock_relations()
