import type { Claim, RowOf } from "#db/table.ts";
import { normaliseName } from "#kernel/text.ts";
import { recordTable } from "#resource/record-table.ts";
import { roomCrud, roomFields } from "./rooms.contract.ts";

/** The rooms of a branch. Only their own branch changes them, with or without a line to the hub: it knows its doors. */
export const roomsTable = recordTable(roomFields, {
  name: "rooms",
  prefix: roomCrud.prefix,
  merge: "branch_owned",
  namedIndexes: [
    { name: "rooms_by_code", columns: ["tenant_id", "branch_id", "code", "id"] },
    { name: "rooms_by_name", columns: ["tenant_id", "branch_id", "name_key", "id"] },
    { name: "rooms_by_created", columns: ["tenant_id", "branch_id", "created_at", "id"] },
  ],
  claims: ownCode,
});

declare module "#db/database.ts" {
  interface Database {
    rooms: RowOf<typeof roomsTable>;
  }
}

/** One room's row. */
export type RoomRow = RowOf<typeof roomsTable>;

/** A room's code as it is compared: hours that say `room 4` mean Room 4. */
export function roomKey(code: string): string {
  return normaliseName(code) || code.trim();
}

function ownCode(row: {
  readonly branch_id: string | null;
  readonly code: string;
}): readonly Claim[] {
  const value = `${row.branch_id}.${roomKey(row.code)}`;
  return [{ kind: "rooms.code", value, field: "code", code: "duplicate_value", disputed: "code" }];
}
