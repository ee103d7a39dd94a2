import { createHash } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import type { JsonRow, Unit } from "./units.ts";

/** One way to keep what a registration writes. */
export interface Form {
  readonly name: string;
  /** The schema with its tables. */
  readonly schema: string;
  readonly ddl: readonly string[];
  /** The rows of a registration by table. */
  readonly rowsOf: (unit: Unit) => Readonly<Record<string, readonly JsonRow[]>>;
}

function copied(schema: string, tables: readonly string[]): readonly string[] {
  return tables.map(
    (table) => `CREATE TABLE ${schema}.${table} (LIKE public.${table} INCLUDING ALL)`,
  );
}

function text(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

// What answers have in common: packed against it, an answer keeps only what is its own.
let dictionary: Buffer | null = null;

/** Packs a text against the first that was packed. */
function packed(value: string): string {
  dictionary ??= Buffer.from(value);
  return `\\x${deflateRawSync(value, { dictionary, level: 6 }).toString("hex")}`;
}

// A tsvector as text. The tenant stands in each word, so that the index alone keeps tenants apart.
function searchVector({ patient, keys }: Unit): string {
  const tenant = createHash("sha256").update(text(patient["tenant_id"])).digest("hex").slice(0, 8);
  const words = keys.map((key) => `${tenant}${text(key["search_key"])}`);
  return words.map((word) => `'${word.replaceAll(/['\\]/g, "$&$&")}'`).join(" ");
}

function withSearchVector(unit: Unit): JsonRow {
  return { ...unit.patient, search: searchVector(unit) };
}

function searchVectorDdl(schema: string): readonly string[] {
  return [
    `ALTER TABLE ${schema}.patients ADD COLUMN search TSVECTOR`,
    `CREATE INDEX ON ${schema}.patients USING gin (search) WITH (gin_pending_list_limit = 1024)`,
  ];
}

/** The tables as they are. */
const today: Form = {
  name: "today's ten tables",
  schema: "today",
  ddl: copied("today", [
    "patients",
    "search_keys",
    "claims",
    "audit_events",
    "domain_events",
    "feed",
    "idempotency_keys",
  ]),
  rowsOf: ({ patient, keys, claims, audit, events, feed, answer }) => ({
    patients: [patient],
    search_keys: keys,
    claims,
    audit_events: audit,
    domain_events: events,
    feed,
    idempotency_keys: [answer],
  }),
};

/** One hash of all that was changed, in place of one for each field. */
function withOneHash(event: JsonRow): JsonRow {
  const hash = createHash("sha256").update(text(event["changes"])).digest("base64");
  return { ...event, changes: [{ field: "*", hash }] };
}

function withPackedBody(answer: JsonRow): JsonRow {
  return { ...answer, response_body: packed(text(answer["response_body"])) };
}

const slimTables = [
  "patients",
  "claims",
  "audit_events",
  "domain_events",
  "feed",
  "idempotency_keys",
];

function slimDdl(schema: string): readonly string[] {
  return [
    ...copied(schema, slimTables),
    `DROP INDEX ${schema}.patients_tenant_id_uhid_idx`,
    `DROP INDEX ${schema}.claims_tenant_id_entity_id_idx`,
    `DROP INDEX ${schema}.audit_events_tenant_id_entity_id_created_at_idx`,
    `ALTER TABLE ${schema}.feed DROP CONSTRAINT feed_pkey`,
    `ALTER TABLE ${schema}.idempotency_keys ALTER COLUMN response_body TYPE BYTEA USING NULL`,
  ];
}

/** The same tables, each with less in it: one hash for a change, packed answers, indexes that have a query. */
const slim: Form = {
  name: "the same tables, each slimmer",
  schema: "slim",
  ddl: [...slimDdl("slim"), ...copied("slim", ["search_keys"])],
  rowsOf: ({ patient, keys, claims, audit, events, feed, answer }) => ({
    patients: [patient],
    search_keys: keys,
    claims,
    audit_events: audit.map(withOneHash),
    domain_events: events,
    feed,
    idempotency_keys: [withPackedBody(answer)],
  }),
};

/** That, with a record's search words in one value of its own row. */
const slimSearched: Form = {
  name: "slimmer, search words in the record's row",
  schema: "slim_searched",
  ddl: [...slimDdl("slim_searched"), ...searchVectorDdl("slim_searched")],
  rowsOf: (unit) => {
    const { search_keys: _keys, ...others } = slim.rowsOf(unit);
    return { ...others, patients: [withSearchVector(unit)] };
  },
};

const logColumns = `
  tenant_id TEXT COLLATE "C" NOT NULL, stream TEXT COLLATE "C" NOT NULL, seq BIGINT NOT NULL,
  pos BIGINT GENERATED ALWAYS AS IDENTITY, xid XID8 NOT NULL DEFAULT pg_current_xact_id(),
  id TEXT COLLATE "C" NOT NULL, created_at TEXT COLLATE "C" NOT NULL,
  scope TEXT COLLATE "C" NOT NULL, entity_type TEXT COLLATE "C" NOT NULL, entity_id TEXT COLLATE "C" NOT NULL,
  patient_id TEXT COLLATE "C", op_id TEXT COLLATE "C" NOT NULL, origin_node_id TEXT COLLATE "C",
  actor_id TEXT COLLATE "C" NOT NULL, actor_type TEXT COLLATE "C" NOT NULL, actor_role TEXT COLLATE "C",
  client_id TEXT COLLATE "C", session_id TEXT COLLATE "C", device_id TEXT COLLATE "C", branch_id TEXT COLLATE "C",
  request_id TEXT COLLATE "C", ip TEXT COLLATE "C", action TEXT COLLATE "C" NOT NULL, outcome TEXT COLLATE "C" NOT NULL,
  reason TEXT COLLATE "C", event_types TEXT[] NOT NULL, principal TEXT COLLATE "C", idempotency_key TEXT COLLATE "C",
  fingerprint TEXT COLLATE "C", http_status INT, body BYTEA NOT NULL, prev_hash TEXT COLLATE "C" NOT NULL,
  hash TEXT COLLATE "C" NOT NULL, PRIMARY KEY (tenant_id, stream, seq)`;

/** The operation's row in the log: who, what, events, and packed the changes and, unless it is left out, the answer. */
function logRow({ audit, events, feed, answer }: Unit, isAnswerKept: boolean): JsonRow {
  const [event = {}] = audit;
  const [entry = {}] = feed;
  const { principal, idempotency_key, fingerprint, http_status, response_body } = answer;
  const changes = withOneHash(event)["changes"];
  const payloads = events.map(({ payload }) => payload);
  return {
    ...event,
    scope: entry["scope"],
    op_id: entry["op_id"],
    origin_node_id: entry["origin_node_id"],
    event_types: events.map((told) => told["event_type"]),
    principal,
    idempotency_key,
    fingerprint,
    http_status,
    body: packed(JSON.stringify([isAnswerKept ? response_body : null, changes, payloads])),
  };
}

/** One row in a log for each operation, beside the record's own. */
function logForm(name: string, schema: string, isAnswerKept: boolean): Form {
  return {
    name,
    schema,
    ddl: [
      ...copied(schema, ["patients", "claims"]),
      ...searchVectorDdl(schema),
      `DROP INDEX ${schema}.patients_tenant_id_uhid_idx`,
      `DROP INDEX ${schema}.claims_tenant_id_entity_id_idx`,
      `CREATE TABLE ${schema}.log (${logColumns})`,
      `CREATE UNIQUE INDEX log_by_key ON ${schema}.log (tenant_id, principal, idempotency_key)`,
      `CREATE INDEX log_by_transaction ON ${schema}.log (tenant_id, xid, pos)`,
      `CREATE INDEX log_by_record ON ${schema}.log (tenant_id, entity_id, scope, xid, pos)`,
      `CREATE INDEX log_by_patient ON ${schema}.log (tenant_id, patient_id, created_at)`,
      `CREATE INDEX log_by_time ON ${schema}.log (tenant_id, created_at, id)`,
    ],
    rowsOf: (unit) => ({
      patients: [withSearchVector(unit)],
      claims: unit.claims,
      log: [logRow(unit, isAnswerKept)],
    }),
  };
}

/** All forms that are weighed. */
export const forms: readonly Form[] = [
  today,
  slim,
  slimSearched,
  logForm("one log", "one_log", true),
  logForm("one log without the answer", "bare_log", false),
];
