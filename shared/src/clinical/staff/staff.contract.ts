import * as z from "zod";
import { getEndpoint, listEndpoint, type CrudOptions } from "#contract/crud.ts";
import { code, enumOf } from "#contract/fields.ts";
import { field } from "#contract/record-fields.ts";

/** The roles that a person can hold; the matrix of rights knows some more, for programs. */
const staffRoles = [
  "front_desk",
  "nurse",
  "doctor",
  "pharmacist",
  "lab",
  "billing",
  "stores",
  "branch_admin",
  "tenant_admin",
  "auditor",
] as const;

/** From the invitation to the last day. Suspended and exited people cannot sign in. */
const staffStatuses = ["invited", "active", "on_leave", "suspended", "exited"] as const;

/** Hours of one weekday at one place. The last `online_quota` slots of a block belong to the hub. */
export const scheduleBlockShape = z.strictObject({
  weekday: z.int().min(1).max(7),
  from: z.string(),
  to: z.string(),
  slot_min: z.int(),
  location: z.string().nullable(),
  online_quota: z.int(),
});

/** One of a provider's blocks of hours. */
export type ScheduleBlock = z.output<typeof scheduleBlockShape>;

/** Whether hours are of a branch. Their location may be a room's name, or a branch's id for people who work at several. */
export function isScheduledAt({ location }: ScheduleBlock, branchId: string): boolean {
  return location?.startsWith("brn_") !== true || location === branchId;
}

/** Whose register a person stands in, under which number, until when. */
const registrationShape = z.strictObject({
  council: z.string(),
  no: z.string(),
  valid_until: z.string(),
});

const texts = z.array(z.string());

/** The fields of a person who works for the tenant. Only the hub sets them. */
export const staffFields = {
  employee_no: field.text(z.string(), { given: "never" }),
  name: field.text(z.string(), { given: "never", search: "words", sort: true }),
  gender: field.text(z.string(), { given: "never", optional: true }),
  phone: field.text(z.string(), { given: "never", optional: true }),
  email: field.text(z.string(), { given: "never", optional: true }),
  roles: field.json(texts, texts, { given: "never" }),
  primary_role: field.text(z.string(), { given: "never" }),
  department: field.text(code, { given: "never", optional: true, filter: true }),
  designation: field.text(z.string(), { given: "never", optional: true }),
  specialities: field.json(texts, texts, { given: "never" }),
  registration: field.json(registrationShape, registrationShape, {
    given: "never",
    optional: true,
  }),
  branches: field.json(texts, texts, { given: "never" }),
  schedule: field.json(z.array(scheduleBlockShape), z.array(scheduleBlockShape), {
    given: "never",
  }),
  status: field.word(staffStatuses, { given: "never", filter: true }),
} as const;

/** Where staff are served, and to whom. */
export const staffCrud = {
  path: "/v1/staff",
  resource: "staff",
  noun: ["person", "people"],
  tag: "Staff",
  prefix: "stf",
  home: "hub",
  sort: "name",
  ofBranches: true,
} as const satisfies CrudOptions;

const get = getEndpoint(staffFields, staffCrud);

/** A person who works for the tenant. */
export type Staff = z.output<typeof get.response>;

/** The endpoints of staff. */
export const staffContract = {
  list: {
    ...listEndpoint(staffFields, staffCrud, { role: enumOf(staffRoles).optional() }),
    summary: "List the people who work at the acting branch, by name",
  },
  get,
} as const;
