import type { Claim, RowOf } from "#db/table.ts";
import { prefixOfCode } from "#kernel/token-prefix.ts";
import { recordTable } from "#resource/record-table.ts";
import { queueCrud, queueFields } from "./queues.contract.ts";

/** The queues of a branch. Only their own branch changes them, with or without a line to the hub: it gives their numbers. */
export const queuesTable = recordTable(queueFields, {
  name: "queues",
  prefix: queueCrud.prefix,
  merge: "branch_owned",
  namedIndexes: [
    { name: "queues_by_code", columns: ["tenant_id", "branch_id", "code", "id"] },
    { name: "queues_by_name", columns: ["tenant_id", "branch_id", "name_key", "id"] },
    { name: "queues_by_created", columns: ["tenant_id", "branch_id", "created_at", "id"] },
  ],
  claims: ownNames,
});

declare module "#db/database.ts" {
  interface Database {
    queues: RowOf<typeof queuesTable>;
  }
}

/** One queue's row. */
export type QueueRow = RowOf<typeof queuesTable>;

/** What the tokens of a queue begin with. */
export function prefixOf(queue: {
  readonly code: string;
  readonly token_prefix: string | null;
}): string {
  return queue.token_prefix ?? prefixOfCode(queue.code);
}

interface Named {
  readonly branch_id: string | null;
  readonly code: string;
  readonly token_prefix: string | null;
}

/** Two queues of one prefix would call two people by one token; also the slips of one that is not in use are still about. */
function ownNames(row: Named): readonly Claim[] {
  const taken = { code: "duplicate_value" } as const;
  return [
    {
      ...taken,
      kind: "queues.code",
      value: `${row.branch_id}.${row.code}`,
      field: "code",
      disputed: "code",
    },
    {
      ...taken,
      kind: "queues.token_prefix",
      value: `${row.branch_id}.${prefixOf(row)}`,
      field: "token_prefix",
      disputed: "token_prefix",
    },
  ];
}
