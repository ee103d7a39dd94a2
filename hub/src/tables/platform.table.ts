/** A table that belongs to no tenant: who belongs where, and what the hub knows of itself. None holds personal data. */
export interface PlatformTable {
  readonly name: string;
  readonly primaryKey: readonly string[];
  readonly create: string;
  /** What the role that serves requests may do. */
  readonly rights: string;
}

/** The tables of the hub without a tenant. */
export const platformTables: readonly PlatformTable[] = [
  {
    name: "directory",
    primaryKey: ["entry_kind", "entry_key"],
    create: `CREATE TABLE directory (
     entry_kind TEXT COLLATE "C" NOT NULL,
     entry_key TEXT COLLATE "C" NOT NULL,
     tenant_id TEXT COLLATE "C" NOT NULL,
     PRIMARY KEY (entry_kind, entry_key)
   )`,
    rights: "SELECT, INSERT",
  },
  {
    name: "signing_keys",
    primaryKey: ["kid"],
    create: `CREATE TABLE signing_keys (
     kid TEXT COLLATE "C" PRIMARY KEY,
     public_jwk JSONB NOT NULL,
     sealed_private_jwk TEXT NOT NULL,
     key_status TEXT COLLATE "C" NOT NULL,
     created_at TEXT COLLATE "C" NOT NULL
   )`,
    // Whoever could put a key there could sign as the hub.
    rights: "SELECT",
  },
  {
    name: "revocations",
    primaryKey: ["seq"],
    create: `CREATE TABLE revocations (
     seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     revoked_kind TEXT COLLATE "C" NOT NULL,
     revoked_id TEXT COLLATE "C" NOT NULL,
     revoked_at TEXT COLLATE "C" NOT NULL
   )`,
    rights: "SELECT, INSERT",
  },
  {
    name: "hub_state",
    primaryKey: ["state_name"],
    create: `CREATE TABLE hub_state (
     state_name TEXT COLLATE "C" PRIMARY KEY,
     state_value TEXT NOT NULL
   )`,
    rights: "SELECT, INSERT, UPDATE",
  },
  {
    name: "attempt_limits",
    primaryKey: ["limit_key"],
    create: `CREATE TABLE attempt_limits (
     limit_key TEXT COLLATE "C" PRIMARY KEY,
     failures BIGINT NOT NULL,
     wait_until BIGINT,
     known_until BIGINT,
     seen_at BIGINT NOT NULL
   )`,
    rights: "SELECT, INSERT, UPDATE, DELETE",
  },
  {
    name: "used_assertions",
    primaryKey: ["assertion_hash"],
    create: `CREATE TABLE used_assertions (
     assertion_hash TEXT COLLATE "C" PRIMARY KEY,
     refused_after BIGINT NOT NULL
   )`,
    rights: "SELECT, INSERT, DELETE",
  },
  {
    name: "call_limits",
    primaryKey: ["limit_key"],
    // A database that breaks down begins to count anew.
    create: `CREATE UNLOGGED TABLE call_limits (
     limit_key TEXT COLLATE "C" PRIMARY KEY,
     spent_until TIMESTAMPTZ NOT NULL
   )`,
    rights: "SELECT, INSERT, UPDATE, DELETE",
  },
];
