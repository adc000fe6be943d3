-- Deletes an object of the OAuth server. Returns a row, or none if there was no such object.
delete from oauth_state where kind = :kind and id_hash = :id_hash
returning kind
