import type { OrderedTest } from "#clinical/lab-orders/lab-order-parts.contract.ts";
import type { LabOrderRow } from "#clinical/lab-orders/lab-orders.table.ts";
import { inList } from "#db/statements.ts";
import { fieldError } from "#kernel/errors.ts";
import type { WriteContext } from "#resource/context.ts";
import type { GivenObservation } from "./lab-result-parts.contract.ts";

function unknown(path: string, message: string) {
  return fieldError({ path, code: "invalid_reference", message });
}

/** The specimen that was examined: the one that is named, otherwise the usable one of the test's kind. @throws AppError invalid_reference */
export function specimenOf(
  { specimens }: Pick<LabOrderRow, "specimens">,
  test: Pick<OrderedTest, "specimen_type">,
  named: string | null,
): string | null {
  const usable = specimens.filter(({ rejected }) => !rejected);
  if (named === null)
    return (usable.find(({ type }) => type === test.specimen_type) ?? usable[0])?.id ?? null;
  if (usable.some(({ id }) => id === named)) return named;
  throw unknown("specimen_id", "names no usable specimen of the order");
}

async function idsIn(
  { db, tenantId }: WriteContext,
  table: "blobs" | "devices",
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom(table)
    .select("id")
    .where("tenant_id", "=", tenantId)
    .where("id", "in", inList(ids))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

interface Linked {
  readonly attachments?: readonly string[] | undefined;
  readonly observations?: readonly Pick<GivenObservation, "instrument_id">[] | undefined;
}

/** Refuses files and instruments that are not there. @throws AppError invalid_reference */
export async function refuseUnknownLinks(
  ctx: WriteContext,
  { attachments = [], observations = [] }: Linked,
): Promise<void> {
  const files = await idsIn(ctx, "blobs", attachments);
  const file = attachments.findIndex((id) => !files.has(id));
  if (file >= 0) throw unknown(`attachments.${file}`, "names no file");
  const instruments = observations.map(({ instrument_id: id }) => id ?? null);
  const devices = await idsIn(
    ctx,
    "devices",
    instruments.filter((id) => id !== null),
  );
  const device = instruments.findIndex((id) => id !== null && !devices.has(id));
  if (device >= 0) throw unknown(`observations.${device}.instrument_id`, "names no device");
}
