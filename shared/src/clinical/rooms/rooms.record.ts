import { refuseUnknownDepartment } from "#clinical/departments/departments.commands.ts";
import { eventTypes } from "#contract/event-types.ts";
import { defineRecord } from "#resource/record.ts";
import { roomCrud, roomFields, roomsContract } from "./rooms.contract.ts";
import { roomsTable } from "./rooms.table.ts";

/** Rooms: where in a branch patients are seen, with the name that boards and voices say. */
export const rooms = defineRecord(roomsContract, roomFields, {
  crud: roomCrud,
  table: roomsTable,
  events: eventTypes("room", {
    created: "a room of a branch was set up",
    updated: "a room of a branch was renamed, switched on or switched off",
  }),
  check: (ctx, body) => refuseUnknownDepartment(ctx, body["department"]),
  sample: (serial) => ({
    code: `Room ${serial}`,
    name: `Room ${serial}`,
    name_hi: `कमरा ${serial}`,
  }),
});
