import { conflictsTable } from "#db/core.table.ts";
import type { TableDeclaration } from "#db/table.ts";
import { writesOf, type Command } from "#resource/command-writes.ts";
import type { EventType } from "#contract/event-types.ts";
import { commandsOf, eventTypesOf, nodeCommand } from "#resource/commands.ts";
import type { Module } from "#resource/module.ts";
import { checkInCommands } from "#clinical/check-ins/check-ins.writes.ts";
import { conflictWrites } from "#clinical/conflicts/conflicts.writes.ts";
import { deviceCommands } from "#clinical/devices/devices.writes.ts";
import { documentCommands } from "#clinical/documents/documents.writes.ts";
import { fileCommands } from "#clinical/files/files.writes.ts";
import { grantRequestCommands } from "#clinical/grant-requests/grant-requests.writes.ts";
import { missedCommand } from "#clinical/appointments/appointments.missed.ts";
import { breachCommand } from "#clinical/triage/triage.breached.ts";
import { appointmentsModule } from "#clinical/appointments/appointments.module.ts";
import { appointmentsTable } from "#clinical/appointments/appointments.table.ts";
import { conflictsModule } from "#clinical/conflicts/conflicts.module.ts";
import { devices } from "#clinical/devices/devices.record.ts";
import { documents } from "#clinical/documents/documents.record.ts";
import { drafts } from "#clinical/drafts/drafts.record.ts";
import { encountersModule } from "#clinical/encounters/encounters.module.ts";
import { encountersTable } from "#clinical/encounters/encounters.table.ts";
import { filesModule } from "#clinical/files/files.module.ts";
import { blobsTable, fileCopiesTable } from "#clinical/files/files.table.ts";
import { grantRequestsTable } from "#clinical/grant-requests/grant-requests.table.ts";
import { patientsModule } from "#clinical/patients/patients.module.ts";
import { patientsTable } from "#clinical/patients/patients.table.ts";
import { printJobs } from "#clinical/print-jobs/print-jobs.record.ts";
import { printTemplates } from "#clinical/print-templates/print-templates.record.ts";
import { staffCredentialsTable } from "#clinical/staff/staff.table.ts";
import { staff } from "#clinical/staff/staff.record.ts";
import { clientsTable } from "#clinical/tenants/clients.table.ts";
import { holidays } from "#clinical/holidays/holidays.record.ts";
import { departments } from "#clinical/departments/departments.record.ts";
import { queues } from "#clinical/queues/queues.record.ts";
import { rooms } from "#clinical/rooms/rooms.record.ts";
import { lateCommand } from "./preauth/preauth.breached.ts";
import { expiringCommand } from "./stock/stock.expiring.ts";
import { expireCommand } from "./consents/consents.expired.ts";
import { consents } from "#clinical/consents/consents.record.ts";
import { wards } from "#clinical/wards/wards.record.ts";
import { admissions } from "#clinical/admissions/admissions.record.ts";
import { beds } from "#clinical/beds/beds.record.ts";
import { triage } from "#clinical/triage/triage.record.ts";
import { screenSettings } from "#clinical/screen-settings/screen-settings.record.ts";
import { items } from "#clinical/items/items.record.ts";
import { cashierShifts } from "#clinical/cashier-shifts/cashier-shifts.record.ts";
import { payments } from "#clinical/payments/payments.record.ts";
import { creditNotes } from "#clinical/credit-notes/credit-notes.record.ts";
import { invoices } from "#clinical/invoices/invoices.record.ts";
import { dispenses } from "#clinical/dispenses/dispenses.record.ts";
import { purchaseOrders } from "#clinical/purchase-orders/purchase-orders.record.ts";
import { goodsReceipts } from "#clinical/goods-receipts/goods-receipts.record.ts";
import { stockTransfers } from "#clinical/stock-transfers/stock-transfers.record.ts";
import { stock } from "#clinical/stock/stock.record.ts";
import { stockMoves } from "#clinical/stock/stock-moves.record.ts";
import { stockLocations } from "#clinical/stock-locations/stock-locations.record.ts";
import { revenueSumsTable } from "#clinical/revenue/revenue.table.ts";
import { payers } from "#clinical/payers/payers.record.ts";
import { claims } from "#clinical/claims/claims.record.ts";
import { preauth } from "#clinical/preauth/preauth.record.ts";
import { priceLists } from "#clinical/price-lists/price-lists.record.ts";
import { suppliers } from "#clinical/suppliers/suppliers.record.ts";
import { labOrders } from "#clinical/lab-orders/lab-orders.record.ts";
import { labResults } from "#clinical/lab-results/lab-results.record.ts";
import { labTests } from "#clinical/lab-tests/lab-tests.record.ts";
import { radiologyStudies } from "#clinical/radiology-studies/radiology-studies.record.ts";
import { prescriptions } from "#clinical/prescriptions/prescriptions.record.ts";
import { certificates } from "#clinical/certificates/certificates.record.ts";
import { emergencyAccesses } from "#clinical/emergency-accesses/emergency-accesses.record.ts";
import { medicationAdministrations } from "#clinical/medication-administrations/medication-administrations.record.ts";
import { savedSearches } from "#clinical/saved-searches/saved-searches.record.ts";
import { scheduleExceptions } from "#clinical/schedule-exceptions/schedule-exceptions.record.ts";
import { branchesModule } from "#clinical/tenants/branches.module.ts";
import { branchesTable, tenantsTable } from "#clinical/tenants/tenants.table.ts";
import { waitlist } from "#clinical/waitlist/waitlist.record.ts";
import "#clinical/appointments/appointments.table.ts";
import "#clinical/departments/departments.table.ts";
import "#clinical/devices/devices.table.ts";
import "#clinical/documents/documents.table.ts";
import "#clinical/drafts/drafts.table.ts";
import "#clinical/encounters/encounters.table.ts";
import "#clinical/files/files.table.ts";
import "#clinical/grant-requests/grant-requests.table.ts";
import "#clinical/patients/patients.table.ts";
import "#clinical/print-jobs/print-jobs.table.ts";
import "#clinical/print-templates/print-templates.table.ts";
import "#clinical/holidays/holidays.record.ts";
import "#clinical/items/items.record.ts";
import "#clinical/cashier-shifts/cashier-shifts.table.ts";
import "#clinical/payers/payers.table.ts";
import "#clinical/payments/payments.table.ts";
import "#clinical/claims/claims.table.ts";
import "#clinical/preauth/preauth.table.ts";
import "#clinical/price-lists/price-lists.table.ts";
import "#clinical/revenue/revenue.table.ts";
import "#clinical/credit-notes/credit-notes.table.ts";
import "#clinical/invoices/invoices.table.ts";
import "#clinical/schedule-exceptions/schedule-exceptions.table.ts";
import "#clinical/stock-locations/stock-locations.table.ts";
import "#clinical/stock/stock.table.ts";
import "#clinical/dispenses/dispenses.table.ts";
import "#clinical/goods-receipts/goods-receipts.table.ts";
import "#clinical/stock-transfers/stock-transfers.table.ts";
import "#clinical/purchase-orders/purchase-orders.table.ts";
import "#clinical/suppliers/suppliers.record.ts";
import "#clinical/queues/queues.table.ts";
import "#clinical/rooms/rooms.table.ts";
import "#clinical/screen-settings/screen-settings.table.ts";
import "#clinical/lab-orders/lab-orders.table.ts";
import "#clinical/lab-results/lab-results.table.ts";
import "#clinical/lab-tests/lab-tests.table.ts";
import "#clinical/prescriptions/prescriptions.table.ts";
import "#clinical/certificates/certificates.table.ts";
import "#clinical/emergency-accesses/emergency-accesses.table.ts";
import "#clinical/medication-administrations/medication-administrations.table.ts";
import "#clinical/radiology-studies/radiology-studies.table.ts";
import "#clinical/wards/wards.table.ts";
import "#clinical/beds/beds.table.ts";
import "#clinical/admissions/admissions.table.ts";
import "#clinical/triage/triage.table.ts";
import "#clinical/consents/consents.table.ts";
import "#clinical/waitlist/waitlist.table.ts";
import "#clinical/staff/staff.table.ts";
import "#clinical/tenants/clients.table.ts";
import "#clinical/tenants/tenants.table.ts";
// Named once more without a binding: only so do the declarations that packages outside see carry the row types.

/** Records that follow from their declarations: each brings its table and its endpoints. */
const records: readonly (Module & { readonly table: TableDeclaration })[] = [
  staff,
  printJobs,
  drafts,
  devices,
  printTemplates,
  items,
  suppliers,
  savedSearches,
  holidays,
  scheduleExceptions,
  departments,
  rooms,
  queues,
  screenSettings,
  waitlist,
  labTests,
  labOrders,
  labResults,
  prescriptions,
  certificates,
  emergencyAccesses,
  medicationAdministrations,
  radiologyStudies,
  wards,
  beds,
  admissions,
  triage,
  consents,
  documents,
  invoices,
  creditNotes,
  cashierShifts,
  payments,
  stockLocations,
  payers,
  priceLists,
  stock,
  stockMoves,
  dispenses,
  purchaseOrders,
  preauth,
  goodsReceipts,
  stockTransfers,
  claims,
];

/** The clinical tables. */
export const clinicalTables: readonly TableDeclaration[] = [
  tenantsTable,
  branchesTable,
  clientsTable,
  staffCredentialsTable,
  patientsTable,
  appointmentsTable,
  encountersTable,
  blobsTable,
  fileCopiesTable,
  grantRequestsTable,
  revenueSumsTable,
  ...records.map(({ table }) => table),
];

const resources: readonly Module[] = [
  patientsModule,
  appointmentsModule,
  encountersModule,
  filesModule,
  branchesModule,
  ...records,
];

const rulesByTable = new Map(
  resources.flatMap(({ rules }) => (rules === undefined ? [] : [[rules.table.name, rules]])),
);

const resourceByTable = new Map(
  resources.flatMap(({ rules, routes }) => {
    const resource = routes.find(({ kind }) => kind === "read")?.endpoint.access?.resource;
    return rules === undefined || resource === undefined ? [] : [[rules.table.name, resource]];
  }),
);

/** The table of contents of /v1. */
export const clinicalModules: readonly Module[] = [
  ...resources,
  conflictsModule(
    (table) => rulesByTable.get(table),
    conflictWrites(commandsOf(resources), [...rulesByTable.values()]),
    resourceByTable,
  ),
];

/** Every command whose operations travel, with what it may write: those of /v1, and those that only a branch has. */
export const clinicalCommands: readonly Command[] = [
  ...commandsOf(clinicalModules),
  ...fileCommands,
  ...documentCommands,
  ...grantRequestCommands,
  ...deviceCommands,
  ...checkInCommands,
  missedCommand,
  breachCommand,
  expireCommand,
  expiringCommand,
  lateCommand,
  nodeCommand("sync.conflict_found", [writesOf(conflictsTable, { makes: true })]),
];

/** Every event of /v1 to which a receiver can subscribe: what its commands may publish. */
export const clinicalEventTypes: readonly EventType[] = eventTypesOf(clinicalCommands);
