/**
 * With this begins a statement that is meant to find rows of all tenants, as the webhook dispatcher's do. Every other one
 * names its tenant, so that it runs on one machine where tenants are spread over several.
 */
export const ofAllTenants = "/* of all tenants */";
