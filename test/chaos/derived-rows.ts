import { admissionsTable } from "@edgeward/shared/clinical/admissions/admissions.table.ts";
import { bedsTable } from "@edgeward/shared/clinical/beds/beds.table.ts";
import { appointmentsTable } from "@edgeward/shared/clinical/appointments/appointments.table.ts";
import { labOrdersTable } from "@edgeward/shared/clinical/lab-orders/lab-orders.table.ts";
import { certificatesTable } from "@edgeward/shared/clinical/certificates/certificates.table.ts";
import { prescriptionsTable } from "@edgeward/shared/clinical/prescriptions/prescriptions.table.ts";
import { administrationsTable } from "@edgeward/shared/clinical/medication-administrations/medication-administrations.table.ts";
import { radiologyStudiesTable } from "@edgeward/shared/clinical/radiology-studies/radiology-studies.table.ts";
import { cashierShiftsTable } from "@edgeward/shared/clinical/cashier-shifts/cashier-shifts.table.ts";
import { paymentsTable } from "@edgeward/shared/clinical/payments/payments.table.ts";
import { creditNotesTable } from "@edgeward/shared/clinical/credit-notes/credit-notes.table.ts";
import { claimsTable } from "@edgeward/shared/clinical/claims/claims.table.ts";
import { invoicesTable } from "@edgeward/shared/clinical/invoices/invoices.table.ts";
import { purchaseOrdersTable } from "@edgeward/shared/clinical/purchase-orders/purchase-orders.table.ts";
import { goodsReceiptsTable } from "@edgeward/shared/clinical/goods-receipts/goods-receipts.table.ts";
import { stockTransfersTable } from "@edgeward/shared/clinical/stock-transfers/stock-transfers.table.ts";
import { stockTable } from "@edgeward/shared/clinical/stock/stock.table.ts";
import { stockLocationsTable } from "@edgeward/shared/clinical/stock-locations/stock-locations.table.ts";
import { patientsTable } from "@edgeward/shared/clinical/patients/patients.table.ts";
import { conflictsTable } from "@edgeward/shared/db/core.table.ts";
import { itemsTable } from "@edgeward/shared/clinical/items/items.record.ts";
import { payersTable } from "@edgeward/shared/clinical/payers/payers.table.ts";
import { priceListsTable } from "@edgeward/shared/clinical/price-lists/price-lists.table.ts";
import { suppliersTable } from "@edgeward/shared/clinical/suppliers/suppliers.record.ts";
import type { SqlRow } from "@edgeward/shared/db/model.ts";
import type { RecordRow, TableDeclaration } from "@edgeward/shared/db/table.ts";
import type { SimBranch } from "./branch.ts";
import { Broken } from "./broken.ts";
import type { World } from "./world.ts";
import { tableNamed } from "./tables.ts";

/** What one node holds of that which only one record may have. */
interface Holdings {
  readonly node: string;
  readonly records: readonly (readonly [TableDeclaration, readonly RecordRow[]])[];
  readonly claims: readonly SqlRow[];
  readonly reservations: readonly SqlRow[];
  readonly conflicts: readonly RecordRow[];
  /** Records with something that the hub has not taken, which a person sees there. */
  readonly open: ReadonlySet<string>;
}

const holdingTables = [
  patientsTable,
  appointmentsTable,
  labOrdersTable,
  prescriptionsTable,
  certificatesTable,
  administrationsTable,
  radiologyStudiesTable,
  bedsTable,
  admissionsTable,
  invoicesTable,
  creditNotesTable,
  cashierShiftsTable,
  paymentsTable,
  stockLocationsTable,
  stockTable,
  purchaseOrdersTable,
  goodsReceiptsTable,
  stockTransfersTable,
  claimsTable,
  suppliersTable,
  itemsTable,
  payersTable,
  priceListsTable,
].map(({ name }) => tableNamed(name));

// Whether a person is shown that one of some records disputes what another has.
function isShown({ conflicts, open }: Holdings, ids: readonly string[], field: string): boolean {
  if (ids.some((id) => open.has(id))) return true;
  return conflicts.some(
    (row) =>
      row["conflict_kind"] === "duplicate" &&
      row["field"] === field &&
      ids.includes(String(row["entity_id"])),
  );
}

function checkClaims(holdings: Holdings): void {
  const { node, records, claims } = holdings;
  const name = (kind: string, value: string) => JSON.stringify([kind, value]);
  const holders = new Map<string, string[]>();
  const disputed = new Map<string, string>();
  for (const [table, rows] of records) {
    for (const row of rows) {
      for (const claim of table.claims?.(row) ?? []) {
        const key = name(claim.kind, claim.value);
        holders.set(key, [...(holders.get(key) ?? []), row.id]);
        disputed.set(key, claim.disputed ?? claim.kind);
      }
    }
  }
  const held = new Set<string>();
  for (const row of claims) {
    const key = name(String(row["claim_kind"]), String(row["claim_value"]));
    held.add(key);
    const id = String(row["entity_id"]);
    if (holders.get(key)?.includes(id) !== true)
      throw new Broken(17, `${node}: ${id} holds ${key} and no longer has it`);
  }
  for (const [key, ids] of holders) {
    // A double is somebody's as well, so that no third gets it when the first gives it up.
    if (!held.has(key) && ids.every((id) => !holdings.open.has(id)))
      throw new Broken(17, `${node}: ${key} is of ${ids.join(", ")}, and free for others`);
    if (ids.length === 1 || isShown(holdings, ids, disputed.get(key) ?? "")) continue;
    throw new Broken(17, `${node}: ${key} is of ${ids.join(", ")}, and nobody is told`);
  }
}

interface Taken {
  readonly id: string;
  readonly resource: string;
  readonly start: number;
  readonly end: number;
}

function timesIn({ records }: Holdings): readonly Taken[] {
  return records.flatMap(([table, rows]) =>
    rows.flatMap((row) => {
      const time = table.reservation?.(row) ?? null;
      if (time === null) return [];
      return [{ id: row.id, resource: time.resourceId, start: time.startMs, end: time.endMs }];
    }),
  );
}

function overlaps(one: Taken, other: Taken): boolean {
  return (
    one.id !== other.id &&
    one.resource === other.resource &&
    one.start < other.end &&
    other.start < one.end
  );
}

function checkTimes(holdings: Holdings, isWhole: boolean): void {
  const { node } = holdings;
  const times = timesIn(holdings);
  const byId = new Map(times.map((time) => [time.id, time]));
  const reserved = new Set<string>();
  const doubled = new Set<string>();
  for (const row of holdings.reservations) {
    const id = String(row["ref_id"]);
    const time = byId.get(id);
    reserved.add(id);
    if (row["is_double"] === true) doubled.add(id);
    const isSo =
      time?.resource === row["resource_id"] &&
      time?.start === Number(row["start_ms"]) &&
      time.end === Number(row["end_ms"]);
    if (!isSo) throw new Broken(17, `${node}: ${id} reserves a time that it does not take`);
  }
  for (const time of times) {
    const others = times.filter((other) => overlaps(time, other)).map(({ id }) => id);
    if (others.length > 0 && isWhole && !isShown(holdings, [time.id, ...others], "slot_time"))
      throw new Broken(17, `${node}: ${time.id} and ${others.join()} take one time, unseen`);
    if (isWhole && others.length === 0 && doubled.has(time.id))
      throw new Broken(17, `${node}: ${time.id} has its time alone, and counts as its double`);
    if (reserved.has(time.id)) continue;
    throw new Broken(17, `${node}: the time of ${time.id} is free for others, unseen`);
  }
}

async function openRecords(branch: SimBranch): Promise<ReadonlySet<string>> {
  const rows = await branch.session.query("SELECT entity_id FROM pending_entities", []);
  return new Set(rows.map((row) => String(row["entity_id"])));
}

/** Whether every value and time that only one record may have is held by one that has it, and each double shown. @throws Broken */
export async function checkHoldings(world: World): Promise<void> {
  const { hub } = world;
  const hubRecords: [TableDeclaration, readonly RecordRow[]][] = [];
  for (const table of holdingTables) hubRecords.push([table, await hub.rows(table)]);
  const conflicts = await hub.rows(conflictsTable);
  const atHub: Holdings = {
    node: "the hub",
    records: hubRecords,
    claims: await hub.plainRows("claims"),
    reservations: await hub.plainRows("reservations"),
    conflicts,
    open: new Set(),
  };
  checkClaims(atHub);
  checkTimes(atHub, true);
  for (const { branch, node } of world.stations) {
    const records: [TableDeclaration, readonly RecordRow[]][] = [];
    for (const table of holdingTables) records.push([table, await branch.rows(table)]);
    const here: Holdings = {
      node: node.branchId,
      records,
      claims: await branch.session.query("SELECT * FROM claims", []),
      reservations: await branch.session.query("SELECT * FROM reservations", []),
      conflicts,
      open: await openRecords(branch),
    };
    checkClaims(here);
    checkTimes(here, false);
  }
}
