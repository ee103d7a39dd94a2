import * as z from "zod";
import {
  noParams,
  noQuery,
  readEndpoint,
  writeEndpoint,
} from "@edgeward/shared/contract/endpoint.ts";
import { enumOf, int, str, verbatim } from "@edgeward/shared/contract/fields.ts";
import { localNamesShape } from "@edgeward/shared/contract/local-names.ts";

const create = { resource: "check_ins", action: "create" } as const;
const tag = "Check-in";

const phone = str(6, 32);
const birthYear = int(1900, 2199);
const department = str(1, 100);

/** Somebody whom the kiosk has found, as far as a public screen may say it. */
const matchShape = z.strictObject({
  match_id: z.string(),
  /** `S•••••• P••••`. */
  masked_name: z.string(),
  birth_year: z.int().nullable(),
  /** Today's appointment that has not been checked in. */
  appointment: z
    .strictObject({
      slot_time: z.string(),
      provider_name: z.string(),
      department: z.string(),
      department_names: localNamesShape.nullable(),
    })
    .nullable(),
  /** The token that this person holds already today. */
  token_code: z.string().nullable(),
});

/** Somebody whom the kiosk has found. */
export type CheckInMatch = z.output<typeof matchShape>;

const tokenShape = z.strictObject({
  token_code: z.string(),
  department: z.string(),
  /** What the clinic calls the department, where it has said so. */
  department_names: localNamesShape.nullable(),
  provider_name: z.string(),
  /** How many have a token of this queue and have not been called. */
  waiting_before: z.int(),
  is_new: z.boolean(),
});

/** The place in the queue that a check-in gave. */
export type CheckInToken = z.output<typeof tokenShape>;

/** What a check-in kiosk does, with its own token: it never sees a record. */
export const checkInsContract = {
  setting: readEndpoint({
    path: "/v1/check-ins/setting",
    summary: "What a kiosk shows: the branch's name and its departments",
    tag,
    access: { resource: "check_ins", action: "read" },
    params: noParams,
    query: noQuery,
    response: z.strictObject({
      branch_name: z.string(),
      departments: z.array(z.string()),
      /** What the clinic calls each of them, where it has said so. */
      department_names: z.array(
        z.strictObject({ department: z.string(), names: localNamesShape.nullable() }),
      ),
      /** The languages that are offered, the first first. */
      languages: z.array(z.string()),
      /** Seconds without a touch after which the screen asks whether somebody is there. */
      idle_seconds: z.int(),
      /** Seconds after that until it is wiped. */
      warning_seconds: z.int(),
    }),
  }),
  find: writeEndpoint({
    method: "POST",
    path: "/v1/check-ins/matches",
    summary: "Who stands at the kiosk, by a scanned code or by telephone and year of birth",
    tag,
    access: create,
    operation: "check_in.find",
    home: "branch",
    params: noParams,
    query: noQuery,
    body: z.union([
      z.strictObject({ scan: verbatim(1, 8_192) }),
      z.strictObject({ phone, birth_year: birthYear }),
    ]),
    response: z.strictObject({ matches: z.array(matchShape) }),
    status: 200,
    errors: ["rate_limited", "forbidden"],
  }),
  checkIn: writeEndpoint({
    method: "POST",
    path: "/v1/check-ins",
    summary: "Check in whom the kiosk has found; who has a token already is answered the same one",
    tag,
    access: create,
    operation: "check_in.create",
    home: "branch",
    params: noParams,
    query: noQuery,
    body: z.strictObject({ match_id: str(1, 64), department: department.optional() }),
    response: tokenShape,
    status: 201,
    errors: ["invalid_reference", "invalid_transition", "patient_merged", "forbidden"],
  }),
  register: writeEndpoint({
    method: "POST",
    path: "/v1/check-ins/registrations",
    summary: "Register who is new, as somebody whose identity nobody has checked, and give a token",
    tag,
    access: create,
    operation: "check_in.register",
    home: "branch",
    params: noParams,
    query: noQuery,
    body: z.strictObject({
      name: str(2, 200),
      gender: enumOf(["male", "female", "other"]),
      phone,
      birth_year: birthYear,
      department,
      language: str(2, 35).optional(),
    }),
    response: tokenShape,
    status: 201,
    errors: ["invalid_reference", "forbidden"],
  }),
} as const;

/** How staff get out of the kiosk's page. */
export const kioskExitContract = {
  leave: writeEndpoint({
    method: "POST",
    path: "/v1/check-ins/exits",
    summary: "Let a member of staff out of the kiosk's page, by username and PIN",
    tag,
    access: create,
    operation: "check_in.leave",
    home: "branch",
    params: noParams,
    query: noQuery,
    body: z.strictObject({ username: str(1, 100), pin: str(4, 12) }),
    response: z.strictObject({ staff_name: z.string() }),
    status: 200,
    errors: ["invalid_credentials", "rate_limited", "forbidden"],
  }),
} as const;
