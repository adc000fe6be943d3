-- Keeps triggers from running until the end of the transaction. Only a superuser may do so. Returns nothing.
set local session_replication_role = replica
