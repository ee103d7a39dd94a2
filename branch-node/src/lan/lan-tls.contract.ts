import * as z from "zod";

/** What keeps a branch from serving HTTPS, or from renewing its certificate. */
export const lanTlsFaults = [
  "port_taken",
  "port_refused",
  "ca_missing",
  "ca_damaged",
  "ca_expired",
  "clock_wrong",
  "failed",
] as const;

/** How HTTPS stands on a branch's network, as `GET /trust/state` and the operator's status report it. Nothing of it is secret. */
export const lanTlsShape = z.object({
  /** `starting` until the branch knows its own name, `waiting` while something stands in the way. */
  state: z.enum(["off", "starting", "listening", "waiting"]),
  fault: z.enum(lanTlsFaults).nullable(),
  /** Whether other machines reach the node at all, by HTTP or HTTPS. */
  is_on_network: z.boolean(),
  /** Where HTTPS is served; null while it is not. */
  port: z.number().nullable(),
  /** The names and addresses that the certificate is for. */
  names: z.array(z.string()),
  addresses: z.array(z.string()),
  certificate_ends_at: z.string().nullable(),
  ca_ends_at: z.string().nullable(),
  /** The SHA-256 of the branch's authority, as every platform shows it: pairs of hexadecimal digits with colons. */
  ca_sha256: z.string().nullable(),
  /** The SHA-256 of its public key in base64, for browsers that are given which key to accept. */
  ca_pin: z.string().nullable(),
  /** Where a device on the network learns to trust the branch; null while no other machine can reach it. */
  trust_address: z.string().nullable(),
});

/** How HTTPS stands on a branch's network. */
export type LanTlsState = z.output<typeof lanTlsShape>;

/** One of the faults. */
export type LanTlsFault = (typeof lanTlsFaults)[number];
