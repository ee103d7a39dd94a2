import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AppError } from "@edgeward/shared/kernel/errors.ts";
import {
  column,
  defineTable,
  recordColumns,
  type Balance,
  type TableDeclaration,
} from "@edgeward/shared/db/table.ts";
import { startTestBranch } from "#support/branch-harness.ts";
import { startTestHub } from "#support/hub-harness.ts";
import type { TestNode } from "#support/node.ts";
import { writeAsSystem } from "#support/seed.ts";
import { makeAtBranch, makeAtHub } from "#support/trial-tables.ts";

const columns = { ...recordColumns, item: column.text(), quantity: column.int() };

function ledger(name: string, balance: Balance<"quantity" | "branch_id" | "item">) {
  return defineTable({ name, merge: "ledger", balance, columns });
}

const shelf = ledger("trial_shelf", {
  amount: "quantity",
  of: ["branch_id", "item"],
  below: "refused",
});
const depot = ledger("trial_depot", { amount: "quantity", of: ["item"], below: "refused" });
const tally = ledger("trial_tally", { amount: "quantity", of: ["branch_id", "item"] });
const tables = [shelf, depot, tally];

async function startHub(): Promise<TestNode> {
  const hub = await startTestHub({ tables });
  for (const table of tables) await makeAtHub(hub.adminUrl, table);
  return hub;
}

async function startBranch(): Promise<TestNode> {
  const branch = await startTestBranch({ tables });
  for (const table of tables) await makeAtBranch(branch.store, branch.tenant.id, table);
  return branch;
}

interface Row {
  readonly title: string;
  readonly table: TableDeclaration<typeof columns>;
  /** Commands one after the other, each with its movements. */
  readonly moves: readonly (readonly number[])[];
  /** What becomes of the last of them at a branch, and at the hub. */
  readonly branch: "taken" | "refused";
  readonly hub: "taken" | "refused";
}

const both = (what: Row["hub"]) => ({ branch: what, hub: what });

const rows: readonly Row[] = [
  { title: "less than there is", table: shelf, moves: [[5], [-4]], ...both("taken") },
  { title: "all that there is", table: shelf, moves: [[5], [-5]], ...both("taken") },
  { title: "more than there is", table: shelf, moves: [[5], [-6]], ...both("refused") },
  { title: "something where nothing is", table: shelf, moves: [[-1]], ...both("refused") },
  {
    title: "in two movements of one command",
    table: shelf,
    moves: [[5], [-3, -3]],
    ...both("refused"),
  },
  { title: "what the same command puts in", table: shelf, moves: [[-3, 3]], ...both("taken") },
  {
    title: "what another branch or nobody else has seen",
    table: depot,
    moves: [[5], [-6]],
    branch: "taken",
    hub: "refused",
  },
  { title: "from a ledger that only counts", table: tally, moves: [[5], [-6]], ...both("taken") },
];

function toldBy(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  const { code, details } = error;
  return { code, available: details["available"], asked: details["asked"] };
}

describe.each([
  { engine: "branch", start: startBranch },
  { engine: "hub", start: startHub },
] as const)("at the $engine", ({ engine, start }) => {
  let node: TestNode;
  let made = 0;

  beforeAll(async () => {
    node = await start();
  });
  afterAll(() => node.stop());

  function move(table: Row["table"], item: string, quantities: readonly number[]): Promise<void> {
    return writeAsSystem(node, node.tenant.id, (write) => {
      for (const quantity of quantities) {
        made += 1;
        const fields = { branch_id: node.tenant.branchId, item, quantity, metadata: {} };
        write.insert(table, `mov_${made}`, fields);
      }
    });
  }

  async function left(table: Row["table"], item: string): Promise<number> {
    const found = await node.store.read({ tenantId: node.tenant.id }, (session) =>
      session.query(
        `SELECT coalesce(sum(quantity), 0) AS sum FROM ${table.name} WHERE item = ${session.dialect.placeholder(1)}`,
        [item],
      ),
    );
    return Number(found[0]?.["sum"]);
  }

  test.each(rows)("taking $title out of $table.name is as its ledger says", async (row) => {
    const { title: item, table, moves } = row;
    for (const earlier of moves.slice(0, -1)) await move(table, item, earlier);
    const before = await left(table, item);
    const last = moves.at(-1) ?? [];
    const change = last.reduce((sum, one) => sum + one, 0);
    const isRefused = row[engine] === "refused";
    const refusal = await move(table, item, last).then(() => null, toldBy);
    const wanted = { code: "insufficient_balance", available: before, asked: -change };
    expect(refusal).toEqual(isRefused ? wanted : null);
    expect(await left(table, item)).toBe(isRefused ? before : before + change);
  });

  test("two who take out the last of something at the same moment do not both get it", async () => {
    await move(shelf, "the last", [5]);
    const results = await Promise.allSettled([
      move(shelf, "the last", [-4]),
      move(shelf, "the last", [-4]),
      move(shelf, "the last", [-4]),
    ]);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await left(shelf, "the last")).toBe(1);
  });
});
