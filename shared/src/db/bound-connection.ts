import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from "kysely";

/** Runs one compiled query on the connection that a session holds. */
export type RunQuery = (query: CompiledQuery) => Promise<QueryResult<Record<string, unknown>>>;

function connectionFor(run: RunQuery): DatabaseConnection {
  return {
    executeQuery: async <Row>(query: CompiledQuery): Promise<QueryResult<Row>> => {
      const result = await run(query);
      // oxlint-disable-next-line typescript/consistent-type-assertions -- the builder has typed the row by the query it made
      return result as QueryResult<Row>;
    },
    streamQuery: () => {
      throw new Error("rows are read by pages, not as a stream");
    },
  };
}

/**
 * A Kysely driver that always uses the one connection it was given: transactions are begun and ended by the store,
 * which knows about tenants and lanes.
 */
export function boundDriver(run: RunQuery): Driver {
  const connection = connectionFor(run);
  const nothing = () => Promise.resolve();
  return {
    init: nothing,
    acquireConnection: () => Promise.resolve(connection),
    beginTransaction: nothing,
    commitTransaction: nothing,
    rollbackTransaction: nothing,
    releaseConnection: nothing,
    destroy: nothing,
  };
}
