import * as z from "zod";
import { noParams, noQuery, writeEndpoint } from "@edgeward/shared/contract/endpoint.ts";
import { idOf } from "@edgeward/shared/contract/fields.ts";

const origin = z
  .url({ protocol: /^https?$/u, error: "must be an http or https address" })
  .max(255)
  // Also called for what is no address at all, which has been refused by then.
  .refine((text) => !URL.canParse(text) || new URL(text).origin === text, {
    error: "must be an address without a path",
  });

/** What a branch node adds to devices: bringing kiosks and tablets in. */
export const pairingContract = {
  offer: writeEndpoint({
    method: "POST",
    path: "/v1/devices/{id}/pairing-codes",
    summary: "A one-time code by which a kiosk or tablet is paired, good for ten minutes",
    tag: "Devices",
    access: { resource: "devices", action: "update" },
    operation: "device.offer_pairing",
    home: "branch",
    params: z.strictObject({ id: idOf("dev") }),
    query: noQuery,
    body: z.strictObject({
      /** Where the device reaches this node, where that is not the node's own idea of it. */
      origin: origin.optional(),
    }),
    response: z.strictObject({
      device_id: idOf("dev"),
      code: z.string(),
      expires_at: z.string(),
      /** The SHA-256 of the authority that the device has to trust there, while the branch serves HTTPS. */
      ca_sha256: z.string().nullable(),
      /** What the device opens; the code stands behind the `#`, which browsers keep to themselves. */
      address: z.string(),
      /** The address as a QR code, an SVG picture. */
      qr_svg: z.string(),
    }),
    status: 201,
    errors: ["invalid_transition", "branch_mismatch", "owned_by_branch", "conflicting_fields"],
  }),
  connect: writeEndpoint({
    method: "POST",
    path: "/v1/devices/self/tickets",
    summary: "A one-use ticket for a paired device's own live connection, good for half a minute",
    tag: "Devices",
    access: { resource: "own_device", action: "create" },
    operation: "device.connect",
    home: "branch",
    params: noParams,
    query: noQuery,
    body: z.strictObject({}),
    response: z.strictObject({ ticket: z.string(), expires_at: z.string() }),
    status: 201,
  }),
} as const;
