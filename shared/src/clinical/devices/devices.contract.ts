import * as z from "zod";
import {
  createEndpoint,
  getEndpoint,
  listEndpoint,
  recordAnswer,
  updateEndpoint,
  type CrudOptions,
} from "#contract/crud.ts";
import { enumOf, idOf, json, str, ts } from "#contract/fields.ts";
import { field } from "#contract/record-fields.ts";
import { statusHistoryForm, statusHistoryShape } from "#contract/record.ts";
import { connectionField } from "./device-connection.contract.ts";
import {
  connectionKinds,
  deviceCapabilities,
  deviceModules,
  deviceStatuses,
  deviceTypes,
  driverProfiles,
  healthStatuses,
  paperStates,
  printerRoles,
  serialFlowControls,
  serialParities,
} from "./device-values.contract.ts";

const capabilities = z.array(enumOf(deviceCapabilities)).max(deviceCapabilities.length);
const roles = z.array(enumOf(printerRoles)).max(printerRoles.length);

const connectionShape = z.strictObject({
  kind: z.enum(connectionKinds),
  usb_vid: z.string().optional(),
  usb_pid: z.string().optional(),
  path: z.string().optional(),
  baud: z.int().optional(),
  parity: z.enum(serialParities).optional(),
  flow_control: z.enum(serialFlowControls).optional(),
  host: z.string().optional(),
  port: z.int().optional(),
  tls: z.boolean().optional(),
  certificate_sha256: z.string().optional(),
});

/** How a device is, in detail. What is null, nobody knows. */
const deviceHealthShape = z.strictObject({
  since: z.string().nullable(),
  last_seen_at: z.string().nullable(),
  paper: z.enum(paperStates).nullable(),
  cover_open: z.boolean().nullable(),
  /** Known once the drawer has been opened by its printer and that could be told from before. */
  drawer_open: z.boolean().nullable(),
  error_code: z.string().nullable(),
  /** What a printer has answered when it was asked who it is and what it can say; null before that. */
  answers: z
    .strictObject({
      identity: z.string().nullable(),
      /** Reports its paper and its cover. */
      tells_status: z.boolean(),
      /** Reports whether it has paper: with its cover, or by its USB port alone. */
      tells_paper: z.boolean(),
      /** States that a slip is on paper. */
      confirms: z.boolean(),
      /** A language other than the one it is registered with. */
      language: z.literal("star").nullable(),
      /** What it called itself before, where that was something else and nobody has changed the device since. */
      identity_before: z.string().nullable(),
    })
    .nullable(),
  /** Jobs that wait for it. */
  queue_depth: z.int(),
});

/** The fields of a device. */
export const deviceFields = {
  device_type: field.word(deviceTypes, { given: "once", filter: true }),
  serial_no: field.text(str(1, 64), { given: "once" }),
  driver_profile: field.word(driverProfiles, {}),
  /** Where none is given, what it is and its serial number. */
  name: field.text(str(1, 100), { initial: "" }),
  module: field.word(deviceModules, { optional: true, filter: true }),
  connection: field.json(connectionField, connectionShape, { optional: true }),
  location: field.text(str(1, 100), { optional: true, column: "location_text" }),
  firmware: field.text(str(1, 64), { optional: true }),
  model: field.text(str(1, 64), { optional: true }),
  vendor: field.text(str(1, 64), { optional: true }),
  capabilities: field.json(capabilities, z.array(z.enum(deviceCapabilities)), { initial: [] }),
  roles: field.json(roles, z.array(z.enum(printerRoles)), { initial: [] }),
  /** The printer that takes this one's work while this one cannot. */
  fallback_device_id: field.text(idOf("dev"), { optional: true }),
  /** Written when it changes, never for a mere sign of life: rows travel to the hub. */
  health_status: field.word(healthStatuses, { given: "never", initial: "unknown", filter: true }),
  health: field.json(z.never(), deviceHealthShape, { given: "never" }),
  status: field.word(deviceStatuses, { given: "later", filter: true }),
  status_history: field.json(statusHistoryForm(deviceStatuses), statusHistoryShape, {
    given: "never",
  }),
  public_key: field.json(json(1_024), z.record(z.string(), z.unknown()), {
    given: "never",
    optional: true,
  }),
  last_rotated_at: field.text(ts, { given: "never", optional: true }),
} as const;

/** Where devices are served, and to whom. */
export const deviceCrud = {
  path: "/v1/devices",
  resource: "devices",
  noun: ["device", "devices"],
  prefix: "dev",
  home: "branch",
  ofBranches: true,
} as const satisfies CrudOptions;

/** A device, as the wire writes it. */
export const deviceShape = recordAnswer(deviceFields, deviceCrud);

/** A device. */
export type Device = z.output<typeof deviceShape>;

const register = createEndpoint(deviceFields, deviceCrud, {});
const update = updateEndpoint(deviceFields, deviceCrud, { reason: str(1, 500).optional() });

/** The endpoints of devices. */
export const devicesContract = {
  list: {
    ...listEndpoint(deviceFields, deviceCrud, {}),
    summary: "List the devices of the acting branch, newest first",
  },
  get: getEndpoint(deviceFields, deviceCrud),
  register: {
    ...register,
    path: "/v1/devices/register",
    summary:
      "Register a device; the serial number of one that stands here already answers that one with 200",
    operation: "device.register",
    existingStatus: 200,
    errors: [
      ...register.errors,
      "owned_by_branch",
      "invalid_reference",
      "conflicting_fields",
      "duplicate_identifier",
    ],
  },
  update: {
    ...update,
    summary: "Change a device, block it, let it work again, or retire it",
    errors: [
      ...update.errors,
      "invalid_transition",
      "invalid_reference",
      "conflicting_fields",
      "owned_by_branch",
    ],
  },
} as const;
