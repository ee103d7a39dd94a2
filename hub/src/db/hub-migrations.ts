import { readMigrations } from "@edgeward/shared/db/migrate.ts";

/** The hub's schema, step by step. A step that has been released is never changed: what comes after it is the next one. */
export const hubMigrations = readMigrations(new URL("./migrations/", import.meta.url));
