import { refuseUnknownDepartment } from "#clinical/departments/departments.commands.ts";
import { eventTypes } from "#contract/event-types.ts";
import { defineRecord } from "#resource/record.ts";
import { wardCrud, wardFields, wardsContract } from "./wards.contract.ts";
import { wardsTable } from "./wards.table.ts";

/** Wards: where in a branch patients stay, with the name that boards say. */
export const wards = defineRecord(wardsContract, wardFields, {
  crud: wardCrud,
  table: wardsTable,
  events: eventTypes("ward", {
    created: "a ward of a branch was set up",
    updated: "a ward of a branch was renamed, switched on or switched off",
  }),
  check: (ctx, body) => refuseUnknownDepartment(ctx, body["department"]),
  sample: (serial) => ({
    code: `ward-${serial}`,
    name: `Ward ${serial}`,
    name_hi: `वार्ड ${serial}`,
  }),
});
