import { labResultsContract } from "@edgeward/shared/clinical/lab-results/lab-results.contract.ts";
import { radiologyContract } from "@edgeward/shared/clinical/radiology-studies/radiology-studies.contract.ts";
import { stockContract } from "@edgeward/shared/clinical/stock/stock.contract.ts";
import { triageContract } from "@edgeward/shared/clinical/triage/triage.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { readAll } from "#ui/desk/data/read-all.ts";
import { timeLeft } from "#ui/desk/emergency/triage-list.ts";
import { lowItems } from "#ui/desk/stores/stores-list.ts";
import type { WorkKind } from "./work-kinds.ts";

interface Asked {
  readonly client: Client;
  readonly signal: AbortSignal;
  /** The present day at the branch. */
  readonly today: string;
  readonly now: number;
}

async function overdue({ client, signal, now }: Asked): Promise<number> {
  const open = await readAll(async (page) => {
    const query = { ...page, open: "true" } as const;
    return (await client.call(triageContract.list, { query }, { signal })).body;
  });
  return open.filter(
    ({ status, due_at: due }) => status === "waiting" && timeLeft(due, now).state === "over",
  ).length;
}

async function expired({ client, signal, today }: Asked): Promise<number> {
  const batches = await readAll(async (page) => {
    const query = { ...page, in_stock: "true", expiring_before: today } as const;
    return (await client.call(stockContract.list, { query }, { signal })).body;
  });
  return batches.length;
}

async function usedUp({ client, signal }: Asked): Promise<number> {
  const batches = await readAll(async (page) => {
    const query = { ...page, low: "true" } as const;
    return (await client.call(stockContract.list, { query }, { signal })).body;
  });
  return lowItems(batches).filter(({ there }) => there === 0).length;
}

async function criticals({ client, signal }: Asked): Promise<number> {
  const results = await readAll(async (page) => {
    const query = { ...page, unacknowledged_critical: "true" } as const;
    return (await client.call(labResultsContract.list, { query }, { signal })).body;
  });
  return results.length;
}

async function findings({ client, signal }: Asked): Promise<number> {
  const studies = await readAll(async (page) => {
    const query = { ...page, unacknowledged_critical: "true" } as const;
    return (await client.call(radiologyContract.list, { query }, { signal })).body;
  });
  return studies.length;
}

/** How much of each kind of work has waited too long, as its own page shows it. */
export const workReaders: Readonly<Record<WorkKind, (asked: Asked) => Promise<number>>> = {
  criticals,
  findings,
  overdue,
  expired,
  usedUp,
};
