import * as z from "zod";
import { mostOf } from "#clinical/dispenses/dispense-rules.contract.ts";
import { dispensesTable, type DispenseRow } from "#clinical/dispenses/dispenses.table.ts";
import type { PrescribedItem } from "#clinical/prescriptions/prescription-parts.contract.ts";
import type { PrescriptionRow } from "#clinical/prescriptions/prescriptions.table.ts";
import type { ReadContext, WriteContext } from "#resource/context.ts";
import type { BalanceStory } from "./conflicts.contract.ts";
import { namesOf } from "./conflicts.queries.ts";
import type { ConflictRow } from "./conflicts.rules.ts";

type Context = ReadContext | WriteContext;
type Fact = BalanceStory["facts"][number];

/** The dispenses of a prescription, as they came one after the other. */
interface Fills {
  readonly rx: PrescriptionRow;
  readonly item: PrescribedItem;
  readonly dispenses: readonly DispenseRow[];
}

const disputed = z.object({ rx_item_id: z.string() });

// The prescription and as many of its fills as a person reads before deciding.
const mostFills = 19;

async function fillsOf({ db, tenantId }: Context, row: ConflictRow): Promise<Fills | null> {
  const { data } = disputed.safeParse(row.kept_value);
  const own = await db
    .selectFrom("dispenses")
    .select("prescription_id")
    .where("tenant_id", "=", tenantId)
    .where("id", "=", row.entity_id)
    .executeTakeFirst();
  const id = own?.prescription_id ?? null;
  if (data === undefined || id === null) return null;
  const rx = await db
    .selectFrom("prescriptions")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("id", "=", id)
    .executeTakeFirst();
  const item = rx?.items.find((one) => one.id === data.rx_item_id);
  if (rx === undefined || item === undefined) return null;
  const all = await db
    .selectFrom("dispenses")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("prescription_id", "=", id)
    .where("status", "!=", "cancelled")
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const dispenses = all.filter(({ lines }) => lines.some((line) => line.rx_item_id === item.id));
  return { rx, item, dispenses };
}

function unitsOf({ lines }: DispenseRow, { id }: PrescribedItem): number {
  const own = lines.filter((line) => line.rx_item_id === id);
  return own.reduce((sum, { quantity }) => sum + quantity, 0);
}

type Made = Pick<
  DispenseRow | PrescriptionRow,
  "id" | "created_at" | "branch_id" | "origin_node_id" | "created_by"
>;

/** What was prescribed, and what is left of it after each dispense. */
function factsOf(
  { rx, item, dispenses }: Fills,
  causeId: string,
): readonly Omit<Fact, "actor_name">[] {
  let left = 0;
  const fact = (row: Made, amount: number) => {
    left += amount;
    return {
      id: row.id,
      amount,
      balance_after: left,
      at: row.created_at,
      branch_id: row.branch_id,
      node_id: row.origin_node_id,
      actor_id: row.created_by,
      is_cause: row.id === causeId,
    };
  };
  return [fact(rx, mostOf(item)), ...dispenses.map((row) => fact(row, -unitsOf(row, item)))];
}

/**
 * What led to more of a medicine being given out than was prescribed: the prescription and its dispenses. Null for other
 * conflicts, and where the prescription is not here.
 */
export async function prescribedStory(
  ctx: Context,
  row: ConflictRow,
): Promise<BalanceStory | null> {
  if (row.conflict_kind !== "balance" || row.entity !== dispensesTable.name) return null;
  const fills = await fillsOf(ctx, row);
  if (fills === null) return null;
  const [prescribed, ...given] = factsOf(fills, row.entity_id);
  if (prescribed === undefined) return null;
  const shown = [prescribed, ...given.slice(-mostFills)];
  const names = await namesOf(
    ctx.db,
    ctx.tenantId,
    shown.map(({ actor_id: id }) => id),
  );
  const { rx, item, dispenses } = fills;
  const line = dispenses.flatMap(({ lines }) => lines).find((one) => one.rx_item_id === item.id);
  return {
    of: { rx_no: rx.rx_no, medicine: item.drug_name ?? item.generic_name },
    unit: line?.unit ?? null,
    currency: null,
    sum: given.at(-1)?.balance_after ?? prescribed.balance_after,
    facts: shown.map((one) => ({ ...one, actor_name: names.get(one.actor_id) ?? null })),
    earlier: given.length - (shown.length - 1),
  };
}
