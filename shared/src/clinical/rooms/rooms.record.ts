import { refuseUnknownDepartment } from "#clinical/departments/departments.commands.ts";
import { defineRecord } from "#resource/record.ts";
import { roomCrud, roomFields, roomsContract } from "./rooms.contract.ts";
import { roomsTable } from "./rooms.table.ts";

/** Rooms: where in a branch patients are seen, with the name that boards and voices say. */
export const rooms = defineRecord(roomsContract, roomFields, {
  crud: roomCrud,
  table: roomsTable,
  check: (ctx, body) => refuseUnknownDepartment(ctx, body["department"]),
  sample: (serial) => ({
    code: `Room ${serial}`,
    name: `Room ${serial}`,
    name_hi: `कमरा ${serial}`,
  }),
});
