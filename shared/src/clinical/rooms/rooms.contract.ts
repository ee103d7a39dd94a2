import type * as z from "zod";
import { crud, recordAnswer, type CrudOptions } from "#contract/crud.ts";
import { code as codeForm, str } from "#contract/fields.ts";
import { localNameFields, usageStatuses } from "#contract/local-names.ts";
import { field } from "#contract/record-fields.ts";

/** The fields of a room. */
export const roomFields = {
  /** As doctors' hours name it as their location: `Room 4`. No two of a branch have one. */
  code: field.text(str(1, 60), { given: "once", sort: true }),
  ...localNameFields,
  department: field.text(codeForm, { optional: true, filter: true }),
  /** To one that is not in use nobody is sent. */
  status: field.word(usageStatuses, { initial: "active", filter: true }),
} as const;

/** Where rooms are served, and to whom. */
export const roomCrud = {
  path: "/v1/rooms",
  resource: "rooms",
  noun: ["room", "rooms"],
  prefix: "rom",
  home: "branch",
  sort: "code",
} as const satisfies CrudOptions;

const roomShape = recordAnswer(roomFields, roomCrud);

/** A room of a branch. */
export type Room = z.output<typeof roomShape>;

const { list, get, create, update } = crud(roomFields, roomCrud);

/** The endpoints of rooms. */
export const roomsContract = {
  list: { ...list, summary: "List the rooms of the acting branch" },
  get,
  create: { ...create, errors: [...create.errors, "duplicate_value", "invalid_reference"] },
  update: { ...update, errors: [...update.errors, "invalid_reference"] },
} as const;
