-- Deletes an object of the OAuth server. Returns nothing.
delete from oauth_state where kind = :kind and id_hash = :id_hash
