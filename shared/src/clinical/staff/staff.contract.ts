import * as z from "zod";
import { noParams, noQuery, readEndpoint } from "#contract/endpoint.ts";
import { code, enumOf, idOf, str } from "#contract/fields.ts";
import { pageOf, pageQuery, recordFilters } from "#contract/paging.ts";
import { recordShape } from "#contract/record.ts";

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
export const staffStatuses = ["invited", "active", "on_leave", "suspended", "exited"] as const;

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

/** Whose register a person stands in, under which number, until when. */
export const registrationShape = z.strictObject({
  council: z.string(),
  no: z.string(),
  valid_until: z.string(),
});

/** A person's place in a professional register. */
export type Registration = z.output<typeof registrationShape>;

/** A person who works for the tenant, as the wire writes it. */
export const staffShape = z.strictObject({
  id: idOf("stf"),
  branch_id: idOf("brn").nullable(),
  employee_no: z.string(),
  name: z.string(),
  gender: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  roles: z.array(z.string()),
  primary_role: z.string(),
  department: z.string().nullable(),
  designation: z.string().nullable(),
  specialities: z.array(z.string()),
  registration: registrationShape.nullable(),
  branches: z.array(z.string()),
  schedule: z.array(scheduleBlockShape),
  status: z.enum(staffStatuses),
  ...recordShape,
});

/** A person who works for the tenant. */
export type Staff = z.output<typeof staffShape>;

const read = { resource: "staff", action: "read" } as const;

/** The endpoints of staff. */
export const staffContract = {
  list: readEndpoint({
    path: "/v1/staff",
    summary: "List the people who work at the acting branch, by name",
    tag: "Staff",
    access: read,
    params: noParams,
    query: z.strictObject({
      ...pageQuery,
      ...recordFilters,
      q: str(1, 100).optional(),
      department: code.optional(),
      role: enumOf(staffRoles).optional(),
      status: enumOf(staffStatuses).optional(),
      branch_id: idOf("brn").optional(),
      sort: enumOf(["name", "-name", "created_at", "-created_at"]).optional(),
    }),
    response: pageOf(staffShape),
    errors: ["invalid_cursor", "cursor_expired"],
  }),
  get: readEndpoint({
    path: "/v1/staff/{id}",
    summary: "Get one person",
    tag: "Staff",
    access: read,
    params: z.strictObject({ id: idOf("stf") }),
    query: noQuery,
    response: staffShape,
  }),
} as const;
