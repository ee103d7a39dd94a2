import { createHash } from "node:crypto";
import { Socket } from "node:net";
import {
  Kysely,
  OperatorNode,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  type BinaryOperationNode,
  type Dialect as KyselyDialect,
} from "kysely";
import pg from "pg";
import { boundDriver } from "@edgeward/shared/db/bound-connection.ts";
import type { Database } from "@edgeward/shared/db/database.ts";
import { postgresDialect, spreadDialect, type Dialect } from "@edgeward/shared/db/dialect.ts";
import type { SqlRow } from "@edgeward/shared/db/model.ts";
import type { Schema } from "@edgeward/shared/db/schema.ts";

import type { SessionEngine } from "@edgeward/shared/write/own-transaction.ts";
import { MergedStatements } from "./merged-statements.ts";
import { sendAll } from "./send-all.ts";

// int8: counts and instants stay far below 2^53.
const int8 = 20;
const types = new pg.TypeOverrides();
types.setTypeParser(int8, Number);

// A connection keeps this many prepared statements; beyond it a statement is parsed each time.
const maximumPrepared = 1_000;

/** A connection before it has a session: what is sent on it is answered in order. */
export interface Wire {
  readonly client: pg.Client;
  readonly run: Run;
  readonly dialect: Dialect;
  /** Gathers what is sent within this turn of the program into one piece. */
  readonly gather: () => void;
  isBroken: boolean;
}

/** One connection, and what sessions on it are made of. One transaction at a time. */
export interface Lane extends Wire {
  readonly name: string;
  readonly engine: SessionEngine;
  /** Sends a statement and does not wait for it; what it came to is learnt by `sent`. */
  send(text: string): void;
  /** Waits for what has been sent without waiting. @throws the first error among it */
  sent(): Promise<void>;
}

/**
 * Gives a list of values as one array. As a placeholder each, a list of some hundred candidates of a search is a text of its
 * own for each length, which is planned anew.
 */
class HubQueryCompiler extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { leftOperand, operator, rightOperand } = node;
    const isIn = OperatorNode.is(operator) && operator.operator === "in";
    if (!isIn || !PrimitiveValueListNode.is(rightOperand)) return super.visitBinaryOperation(node);
    this.visitNode(leftOperand);
    this.append(" = ANY(");
    this.appendValue([...new Set(rightOperand.values)]);
    this.append(")");
  }
}

/** A query builder over a connection. @param check sees what kind of query is about to run, and may throw */
export function kyselyOn(
  run: Run,
  check: (kind: string) => void = () => undefined,
): Kysely<Database> {
  const dialect: KyselyDialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () =>
      boundDriver(async (query) => {
        check(query.query.kind);
        const result = await run(query.sql, query.parameters);
        return { rows: result.rows, numAffectedRows: BigInt(result.rowCount ?? 0) };
      }),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new HubQueryCompiler(),
  };
  return new Kysely<Database>({ dialect });
}

/**
 * What is sent within one turn of the program goes to the server in one piece. Each piece is a call into the system,
 * which was 37 % of the hub's time: a full write 170 -> 300 a second at 10 connections, 3.5 -> 2.8 ms of its processor time.
 */
function gatheringOf(socket: Socket): () => void {
  let isGathering = false;
  return () => {
    if (isGathering) return;
    isGathering = true;
    socket.cork();
    // When everything that the network has brought has been answered: before that only one request's statements were gathered.
    setImmediate(() => {
      isGathering = false;
      socket.uncork();
    });
  };
}

/** Sends one statement under a prepared name; the promise is what it came to. */
export type Run = (text: string, values: readonly unknown[]) => Promise<pg.QueryResult<SqlRow>>;

/** Runs statements under names, so that the server parses and plans each text once a connection. */
function preparedRun(client: pg.Client, gather: () => void): Run {
  const prepared = new Map<string, string>();

  function nameOf(text: string): string | undefined {
    const known = prepared.get(text);
    if (known !== undefined || prepared.size >= maximumPrepared) return known;
    const made = createHash("sha1").update(text).digest("hex");
    prepared.set(text, made);
    return made;
  }

  return (text, values) => {
    const name = nameOf(text);
    gather();
    return client.query<SqlRow>({
      text,
      values: [...values],
      ...(name === undefined ? {} : { name }),
    });
  };
}

/** Statements that were sent and not waited for. */
function sentStatements() {
  let sent: Promise<unknown>[] = [];
  return {
    keep: (result: Promise<unknown>): void => {
      // The error is thrown by `sent`; until then nobody may take it for one that nobody handles.
      result.catch(() => undefined);
      sent.push(result);
    },
    sent: async (): Promise<void> => {
      const waited = sent;
      sent = [];
      // Together, so that none is still under way when the first error is thrown.
      const results = await Promise.allSettled(waited);
      const failed = results.find((result) => result.status === "rejected");
      if (failed !== undefined) throw failed.reason;
    },
  };
}

function engineOn(
  { run, dialect }: Wire,
  keep: (result: Promise<unknown>) => void,
  schema: Schema,
): SessionEngine {
  const merged = new MergedStatements();
  const query: SessionEngine["query"] = async (text, values) => (await run(text, values)).rows;
  return {
    schema,
    dialect,
    kysely: kyselyOn(run),
    query,
    queryAll: (statements) => sendAll(query, statements),
    lock: async (name) => {
      await run("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [name]);
    },
    tryLock: async (name) => {
      const text = "SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS is_locked";
      const { rows } = await run(text, [name]);
      return rows[0]?.["is_locked"] === true;
    },
    // Not waited for: the commit comes right behind it, and fails when one of these has failed.
    runAll: async (statements) => {
      if (statements.length === 0) return;
      const sent = dialect.isSpread ? statements : [merged.merge(statements)];
      for (const { text, values } of sent) keep(run(text, values));
    },
  };
}

// A connection plans each statement a few times and keeps the plan, for all tenants. One made while a table was small read
// it whole from then on: a look-up of claims took 2.6 ms among 3,000 rows where the index takes 0.02.
const byIndex = "-c enable_seqscan=off";

/** Whether the database is the coordinator of several machines. */
async function isSpread(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query("SELECT 1 FROM pg_extension WHERE extname = 'citus'");
  return rows.length > 0;
}

/** Connects. @param settings of the session, as the server takes them when a connection begins */
export async function openWire(url: string, settings = ""): Promise<Wire> {
  const socket = new Socket();
  // With a pipeline a statement goes out at once, and the server answers in order: what need not be read before the
  // next statement can be written costs no round trip. Measured on two busy cores, over 8 branches at 50 connections: a
  // full write 66 -> 103 a second and 8.2 -> 7.7 ms of processor time, a read by key 2.2 -> 1.8 ms.
  const client = new pg.Client({
    connectionString: url,
    types,
    application_name: "edgeward-hub",
    pipeline: true,
    stream: () => socket,
    options: `${byIndex} ${settings}`,
  });
  const gather = gatheringOf(socket);
  const run = preparedRun(client, gather);
  const state = { isBroken: false };
  client.on("error", () => {
    state.isBroken = true;
  });
  await client.connect();
  const dialect = (await isSpread(client)) ? spreadDialect : postgresDialect;
  return Object.assign(state, { client, gather, run, dialect });
}

/** Opens a connection as a lane. */
export async function openLane(url: string, name: string, schema: Schema): Promise<Lane> {
  const wire = await openWire(url);
  const { client, gather } = wire;
  const { keep, sent } = sentStatements();
  const engine = engineOn(wire, keep, schema);
  const send = (text: string): void => {
    gather();
    keep(client.query(text));
  };
  return Object.assign(wire, { name, engine, send, sent });
}
