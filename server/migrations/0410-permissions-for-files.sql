-- Reading files is a permission of its own now. Keys that could read them with the permission to read documents have it, so that they
-- keep working; no key gets the new permissions to add files to recorded documents or to manage webhooks.
update api_key set scopes = scopes || array['files:read']
where 'documents:read' = any (scopes) and not 'files:read' = any (scopes);
