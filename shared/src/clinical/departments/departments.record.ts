import { eventTypes } from "#contract/event-types.ts";
import { defineRecord } from "#resource/record.ts";
import { departmentCrud, departmentFields, departmentsContract } from "./departments.contract.ts";
import { departmentsTable } from "./departments.table.ts";

/** Departments: what staff, rooms and queues belong to, with its name in each language. */
export const departments = defineRecord(departmentsContract, departmentFields, {
  crud: departmentCrud,
  table: departmentsTable,
  events: eventTypes("department", {
    created: "a department was set up",
    updated: "a department was renamed, switched on or switched off",
  }),
  sample: (serial) => ({
    code: `cardiology-${serial}`,
    name: `Cardiology ${serial}`,
    name_hi: "हृदय रोग",
  }),
});
