import * as z from "zod";
import { noParams, noQuery, readEndpoint, writeEndpoint } from "#contract/endpoint.ts";
import { enumOf, idOf, str } from "#contract/fields.ts";
import { pageOf, pageQuery, recordFilters } from "#contract/paging.ts";
import {
  metadataField,
  readOnlyFields,
  recordReadOnly,
  recordShape,
  statusHistoryShape,
} from "#contract/record.ts";
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

/** What registering and changing a device say. */
export const deviceFields = {
  name: str(1, 100),
  module: enumOf(deviceModules).nullable(),
  driver_profile: enumOf(driverProfiles),
  connection: connectionField.nullable(),
  location: str(1, 100).nullable(),
  firmware: str(1, 64).nullable(),
  model: str(1, 64).nullable(),
  vendor: str(1, 64).nullable(),
  capabilities,
  roles,
  fallback_device_id: idOf("dev").nullable(),
} as const;

const changeable = {
  ...z.strictObject(deviceFields).partial().shape,
  metadata: metadataField,
} as const;

const registerDeviceBody = z.strictObject({
  ...changeable,
  tenant_id: idOf("ten").optional(),
  branch_id: idOf("brn").optional(),
  device_type: enumOf(deviceTypes),
  serial_no: str(1, 64),
  driver_profile: enumOf(driverProfiles),
});

/** What only the server sets on a device. */
export const deviceReadOnly = [
  ...recordReadOnly,
  "branch_id",
  "device_type",
  "serial_no",
  "health_status",
  "health",
  "status_history",
  "public_key",
  "last_rotated_at",
] as const;

const updateDeviceBody = z.strictObject({
  ...readOnlyFields(deviceReadOnly),
  ...changeable,
  status: enumOf(deviceStatuses).optional(),
  reason: str(1, 500).optional(),
});

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

/** A device, as the wire writes it. */
export const deviceShape = z.strictObject({
  id: idOf("dev"),
  branch_id: idOf("brn").nullable(),
  device_type: z.enum(deviceTypes),
  serial_no: z.string(),
  driver_profile: z.enum(driverProfiles),
  name: z.string(),
  module: z.enum(deviceModules).nullable(),
  connection: connectionShape.nullable(),
  location: z.string().nullable(),
  firmware: z.string().nullable(),
  model: z.string().nullable(),
  vendor: z.string().nullable(),
  capabilities: z.array(z.enum(deviceCapabilities)),
  roles: z.array(z.enum(printerRoles)),
  fallback_device_id: z.string().nullable(),
  health_status: z.enum(healthStatuses),
  health: deviceHealthShape,
  status: z.enum(deviceStatuses),
  status_history: statusHistoryShape,
  public_key: z.record(z.string(), z.unknown()).nullable(),
  last_rotated_at: z.string().nullable(),
  ...recordShape,
});

/** A device. */
export type Device = z.output<typeof deviceShape>;

const idParams = z.strictObject({ id: idOf("dev") });
const read = { resource: "devices", action: "read" } as const;
const tag = "Devices";

/** The endpoints of devices. */
export const devicesContract = {
  list: readEndpoint({
    path: "/v1/devices",
    summary: "List the devices of the acting branch, newest first",
    tag,
    access: read,
    params: noParams,
    query: z.strictObject({
      ...pageQuery,
      ...recordFilters,
      branch_id: idOf("brn").optional(),
      module: enumOf(deviceModules).optional(),
      device_type: enumOf(deviceTypes).optional(),
      health_status: enumOf(healthStatuses).optional(),
      status: enumOf(deviceStatuses).optional(),
      sort: enumOf(["created_at", "-created_at"]).optional(),
    }),
    response: pageOf(deviceShape),
    errors: ["invalid_cursor", "cursor_expired"],
  }),
  get: readEndpoint({
    path: "/v1/devices/{id}",
    summary: "Get one device",
    tag,
    access: read,
    params: idParams,
    query: noQuery,
    response: deviceShape,
  }),
  register: writeEndpoint({
    method: "POST",
    path: "/v1/devices/register",
    summary:
      "Register a device; the serial number of one that stands here already answers that one with 200",
    tag,
    access: { resource: "devices", action: "create" },
    operation: "device.register",
    home: "branch",
    params: noParams,
    query: noQuery,
    body: registerDeviceBody,
    response: deviceShape,
    status: 201,
    existingStatus: 200,
    errors: [
      "tenant_mismatch",
      "branch_mismatch",
      "owned_by_branch",
      "invalid_reference",
      "conflicting_fields",
      "duplicate_identifier",
    ],
  }),
  update: writeEndpoint({
    method: "PUT",
    path: "/v1/devices/{id}",
    summary: "Change a device, block it, let it work again, or retire it",
    tag,
    access: { resource: "devices", action: "update" },
    operation: "device.update",
    home: "branch",
    params: idParams,
    query: noQuery,
    body: updateDeviceBody,
    response: deviceShape,
    status: 200,
    errors: [
      "invalid_transition",
      "invalid_reference",
      "conflicting_fields",
      "version_conflict",
      "branch_mismatch",
      "owned_by_branch",
      "read_only_field",
    ],
  }),
} as const;
