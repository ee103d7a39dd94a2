import { coreTables } from "#db/core.table.ts";
import { registerTables } from "#db/registry.ts";
import type { Module } from "#module/module.ts";
import { appointmentsModule } from "./appointments/appointments.module.ts";
import { appointmentsTable } from "./appointments/appointments.table.ts";
import { conflictsModule } from "./conflicts/conflicts.module.ts";
import { devicesModule } from "./devices/devices.module.ts";
import { devicesTable } from "./devices/devices.table.ts";
import { draftsModule } from "./drafts/drafts.module.ts";
import { draftsTable } from "./drafts/drafts.table.ts";
import { encountersModule } from "./encounters/encounters.module.ts";
import { encountersTable } from "./encounters/encounters.table.ts";
import { filesModule } from "./files/files.module.ts";
import { blobsTable, fileCopiesTable } from "./files/files.table.ts";
import { grantRequestsTable } from "./grant-requests/grant-requests.table.ts";
import { patientsModule } from "./patients/patients.module.ts";
import { patientsTable } from "./patients/patients.table.ts";
import { printJobsModule } from "./print-jobs/print-jobs.module.ts";
import { printJobsTable } from "./print-jobs/print-jobs.table.ts";
import { printTemplatesModule } from "./print-templates/print-templates.module.ts";
import { printTemplatesTable } from "./print-templates/print-templates.table.ts";
import { staffCredentialsTable, staffTable } from "./staff/staff.table.ts";
import { staffModule } from "./staff/staff.module.ts";
import { clientsTable } from "./tenants/clients.table.ts";
import { branchesTable, tenantsTable } from "./tenants/tenants.table.ts";
// Named once more without a binding: only so do the declarations that packages outside see carry the row types.
import "./appointments/appointments.table.ts";
import "./devices/devices.table.ts";
import "./drafts/drafts.table.ts";
import "./encounters/encounters.table.ts";
import "./files/files.table.ts";
import "./grant-requests/grant-requests.table.ts";
import "./patients/patients.table.ts";
import "./print-jobs/print-jobs.table.ts";
import "./print-templates/print-templates.table.ts";
import "./staff/staff.table.ts";
import "./tenants/clients.table.ts";
import "./tenants/tenants.table.ts";

/** The clinical tables, in the order in which migrations make them. */
export const clinicalTables = [
  tenantsTable,
  branchesTable,
  clientsTable,
  staffTable,
  staffCredentialsTable,
  patientsTable,
  appointmentsTable,
  encountersTable,
  printJobsTable,
  blobsTable,
  fileCopiesTable,
  draftsTable,
  devicesTable,
  printTemplatesTable,
  grantRequestsTable,
];

registerTables([...coreTables, ...clinicalTables]);

/** The table of contents of /v1. */
export const clinicalModules: readonly Module[] = [
  patientsModule,
  appointmentsModule,
  encountersModule,
  staffModule,
  printJobsModule,
  filesModule,
  draftsModule,
  conflictsModule,
  devicesModule,
  printTemplatesModule,
];
