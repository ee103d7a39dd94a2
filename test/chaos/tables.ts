import { enumOf, idOf, int, str } from "@edgeward/shared/contract/fields.ts";
import { recordForms } from "@edgeward/shared/contract/record.ts";
import {
  column,
  defineTable,
  recordColumns,
  type TableDeclaration,
} from "@edgeward/shared/db/table.ts";
import { createSchema } from "@edgeward/shared/db/schema.ts";
import { branchSchema } from "@edgeward/branch-node/db/branch-schema.ts";
import { hubSchema } from "@edgeward/hub/db/hub-schema.ts";
import { conflictsTable } from "@edgeward/shared/db/core.table.ts";
import { admissionsTable } from "@edgeward/shared/clinical/admissions/admissions.table.ts";
import { bedsTable } from "@edgeward/shared/clinical/beds/beds.table.ts";
import { triageTable } from "@edgeward/shared/clinical/triage/triage.table.ts";
import { appointmentsTable } from "@edgeward/shared/clinical/appointments/appointments.table.ts";
import { encountersTable } from "@edgeward/shared/clinical/encounters/encounters.table.ts";
import { labOrdersTable } from "@edgeward/shared/clinical/lab-orders/lab-orders.table.ts";
import { labResultsTable } from "@edgeward/shared/clinical/lab-results/lab-results.table.ts";
import { certificatesTable } from "@edgeward/shared/clinical/certificates/certificates.table.ts";
import { prescriptionsTable } from "@edgeward/shared/clinical/prescriptions/prescriptions.table.ts";
import { preauthTable } from "@edgeward/shared/clinical/preauth/preauth.table.ts";
import { claimsTable } from "@edgeward/shared/clinical/claims/claims.table.ts";
import { consentsTable } from "@edgeward/shared/clinical/consents/consents.table.ts";
import { emergencyAccessesTable } from "@edgeward/shared/clinical/emergency-accesses/emergency-accesses.table.ts";
import { administrationsTable } from "@edgeward/shared/clinical/medication-administrations/medication-administrations.table.ts";
import { documentsTable } from "@edgeward/shared/clinical/documents/documents.table.ts";
import { blobsTable } from "@edgeward/shared/clinical/files/files.table.ts";
import { radiologyStudiesTable } from "@edgeward/shared/clinical/radiology-studies/radiology-studies.table.ts";
import { cashierShiftsTable } from "@edgeward/shared/clinical/cashier-shifts/cashier-shifts.table.ts";
import { paymentsTable } from "@edgeward/shared/clinical/payments/payments.table.ts";
import { creditNotesTable } from "@edgeward/shared/clinical/credit-notes/credit-notes.table.ts";
import { invoicesTable } from "@edgeward/shared/clinical/invoices/invoices.table.ts";
import {
  stockMovesTable,
  stockTable as batchesTable,
} from "@edgeward/shared/clinical/stock/stock.table.ts";
import { itemsTable } from "@edgeward/shared/clinical/items/items.record.ts";
import { payersTable } from "@edgeward/shared/clinical/payers/payers.table.ts";
import { priceListsTable } from "@edgeward/shared/clinical/price-lists/price-lists.table.ts";
import { suppliersTable } from "@edgeward/shared/clinical/suppliers/suppliers.record.ts";
import { dispensesTable } from "@edgeward/shared/clinical/dispenses/dispenses.table.ts";
import { purchaseOrdersTable } from "@edgeward/shared/clinical/purchase-orders/purchase-orders.table.ts";
import { goodsReceiptsTable } from "@edgeward/shared/clinical/goods-receipts/goods-receipts.table.ts";
import { stockTransfersTable } from "@edgeward/shared/clinical/stock-transfers/stock-transfers.table.ts";
import { stockLocationsTable } from "@edgeward/shared/clinical/stock-locations/stock-locations.table.ts";
import { patientsTable } from "@edgeward/shared/clinical/patients/patients.table.ts";
import { scheduleExceptionsTable } from "@edgeward/shared/clinical/schedule-exceptions/schedule-exceptions.table.ts";
import { clientsTable } from "@edgeward/shared/clinical/tenants/clients.table.ts";

/** From each state of a referral those it leads to. */
export const referralWays: Readonly<Record<string, readonly string[]>> = {
  asked: ["accepted", "declined", "withdrawn"],
  accepted: ["seen", "withdrawn"],
  seen: ["closed"],
  declined: [],
  withdrawn: [],
  closed: [],
};

/** Shared by all branches, with states: two branches may move one apart. */
export const referralsTable = defineTable({
  name: "sim_referrals",
  merge: "shared_document",
  audience: "tenant",
  stateFields: ["status"],
  stateMachine: () => referralWays,
  forms: {
    ...recordForms("svc"),
    patient_id: idOf("pat"),
    status: enumOf(["asked", "accepted", "seen", "declined", "withdrawn", "closed"]),
  },
  columns: { ...recordColumns, patient_id: column.text(), status: column.text() },
});

/** A ledger: what moves into stock and out of it. */
export const stockTable = defineTable({
  name: "sim_stock_moves",
  merge: "ledger",
  balance: { amount: "quantity", of: ["branch_id", "item"] },
  forms: { ...recordForms("svc"), item: str(1, 20), quantity: int(-100, 100) },
  columns: { ...recordColumns, item: column.text(), quantity: column.int() },
});

/** Facts: what was measured is never changed. */
export const readingsTable = defineTable({
  name: "sim_readings",
  merge: "fact",
  forms: { ...recordForms("evt"), patient_id: idOf("pat"), pulse: int(0, 300) },
  columns: { ...recordColumns, patient_id: column.text(), pulse: column.int() },
});

/** Bills of one branch, with a number from a gapless series. */
export const billsTable = defineTable({
  name: "sim_bills",
  merge: "branch_owned",
  forms: { ...recordForms("svc"), bill_no: str(1, 40), total: int(0, 1_000) },
  columns: { ...recordColumns, bill_no: column.text(), total: column.int() },
});

/** Tables that only the simulation has. */
export const simTables: readonly TableDeclaration[] = [
  referralsTable,
  stockTable,
  readingsTable,
  billsTable,
];

/** Ledgers: what their rows add up to is the same at every node. */
export const ledgerTables: readonly TableDeclaration[] = [stockTable, stockMovesTable];

/** The tables of the simulated hub. */
export const simHubSchema = createSchema([...hubSchema.tables, ...simTables]);
/** The tables of the simulated branches. */
export const simBranchSchema = createSchema([...branchSchema.tables, ...simTables]);

/** Everything that travels in the simulation. */
export const travellingTables: readonly TableDeclaration[] = [
  suppliersTable,
  itemsTable,
  payersTable,
  priceListsTable,
  patientsTable,
  appointmentsTable,
  encountersTable,
  scheduleExceptionsTable,
  labOrdersTable,
  labResultsTable,
  prescriptionsTable,
  certificatesTable,
  administrationsTable,
  radiologyStudiesTable,
  consentsTable,
  emergencyAccessesTable,
  preauthTable,
  claimsTable,
  documentsTable,
  blobsTable,
  bedsTable,
  admissionsTable,
  triageTable,
  invoicesTable,
  creditNotesTable,
  cashierShiftsTable,
  paymentsTable,
  stockLocationsTable,
  batchesTable,
  stockMovesTable,
  dispensesTable,
  purchaseOrdersTable,
  goodsReceiptsTable,
  stockTransfersTable,
  clientsTable,
  conflictsTable,
  ...simTables,
];

/** Whether only a hub writes a table. */
export function isCentral(name: string): boolean {
  return simHubSchema.find(name)?.merge === "central_reference";
}

/** The declaration of a table that is certainly there. */
export function tableNamed(name: string): TableDeclaration {
  const table = simBranchSchema.find(name);
  if (table === null) throw new Error(`there is no table ${name}`);
  return table;
}
