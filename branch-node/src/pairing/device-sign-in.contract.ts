import * as z from "zod";
import { noParams, noQuery, writeEndpoint } from "@edgeward/shared/contract/endpoint.ts";

const coordinate = z.string().regex(/^[\w-]{43}$/u, "must be 32 bytes in base64url");

/** The public half of a key that a browser has made and cannot show: Ed25519, or P-256 where that is all it has. */
export const deviceKeyShape = z.discriminatedUnion("crv", [
  z.strictObject({ kty: z.literal("OKP"), crv: z.literal("Ed25519"), x: coordinate }),
  z.strictObject({ kty: z.literal("EC"), crv: z.literal("P-256"), x: coordinate, y: coordinate }),
]);

/** The public half of a device's key. */
export type DeviceKey = z.output<typeof deviceKeyShape>;

const common = {
  method: "POST",
  tag: "Sign-in",
  access: null,
  home: "branch",
  params: noParams,
  query: noQuery,
} as const;

/** What a device's page needs to act. */
const deviceSessionShape = z.strictObject({
  access_token: z.string(),
  token_type: z.literal("Bearer"),
  expires_in: z.int(),
  device: z.strictObject({ id: z.string(), type: z.string(), name: z.string() }),
  tenant_id: z.string(),
  branch: z.strictObject({
    id: z.string(),
    name: z.string(),
    time_zone: z.string(),
    country: z.string(),
  }),
});

/** What a device's page needs to act. */
export type DeviceSession = z.output<typeof deviceSessionShape>;

/** How kiosks and tablets get in. */
export const deviceSignInContract = {
  pair: writeEndpoint({
    ...common,
    path: "/auth/device/pair",
    summary: "Ties a device's key to the device that a one-time code stands for",
    operation: "device.pair",
    body: z.strictObject({
      code: z.string().min(1).max(20),
      device_type: z.enum(["kiosk", "bedside_tablet"]),
      public_key: deviceKeyShape,
      /** The code, signed with the key. */
      proof: z.string().min(1).max(1_000),
    }),
    response: z.strictObject({ device_id: z.string(), audience: z.string() }),
    status: 201,
    errors: ["invalid_pairing_code", "unauthorized"],
  }),
  token: writeEndpoint({
    ...common,
    path: "/auth/device/token",
    summary: "A token for a device that has just signed for it",
    operation: "device.token",
    body: z.strictObject({ assertion: z.string().min(1).max(2_000) }),
    response: deviceSessionShape,
    status: 200,
    errors: ["unauthorized", "invalid_credentials", "device_blocked", "unavailable"],
  }),
} as const;
