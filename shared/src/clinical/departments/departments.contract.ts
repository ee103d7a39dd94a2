import type * as z from "zod";
import { crud, recordAnswer, type CrudOptions } from "#contract/crud.ts";
import { code } from "#contract/fields.ts";
import { localNameFields, usageStatuses } from "#contract/local-names.ts";
import { field } from "#contract/record-fields.ts";

/** The fields of a department. */
export const departmentFields = {
  /** As staff, rooms and queues name it. */
  code: field.text(code, { given: "once", unique: "duplicate_value", sort: true, filter: true }),
  ...localNameFields,
  /** One that is not in use is offered at no kiosk; who belongs to it still does. */
  status: field.word(usageStatuses, { initial: "active", filter: true }),
} as const;

/** Where departments are served, and to whom. */
export const departmentCrud = {
  path: "/v1/departments",
  resource: "departments",
  noun: ["department", "departments"],
  prefix: "dpt",
  home: "any",
  sort: "name",
} as const satisfies CrudOptions;

const departmentShape = recordAnswer(departmentFields, departmentCrud);

/** A department of the tenant. */
export type Department = z.output<typeof departmentShape>;

/** The endpoints of departments. */
export const departmentsContract = crud(departmentFields, departmentCrud);
