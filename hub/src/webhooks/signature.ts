import { createHmac, randomBytes } from "node:crypto";

const secretPrefix = "whsec_";
const secretBytes = 32;

/** A new signing secret: `whsec_` and 32 random bytes in base64. */
export function newSigningSecret(): string {
  return `${secretPrefix}${randomBytes(secretBytes).toString("base64")}`;
}

/** The HMAC-SHA256 in hex over `<timestamp>.<body>`, keyed with the secret's characters as they stand, prefix included. */
export function signDelivery(secret: string, timestampSeconds: number, body: string): string {
  return createHmac("sha256", secret).update(`${timestampSeconds}.${body}`).digest("hex");
}

/**
 * The value of `X-Service-Signature`: `t=…,v1=…`, with one more `v1` for each older secret that is still in force.
 * Receivers accept a delivery when any of them matches.
 * @param secrets the newest first
 */
export function signatureHeader(
  secrets: readonly string[],
  timestampSeconds: number,
  body: string,
): string {
  const digests = secrets.map((secret) => `v1=${signDelivery(secret, timestampSeconds, body)}`);
  return [`t=${timestampSeconds}`, ...digests].join(",");
}

/** What the headers of a delivery are made from. */
export interface SignedDelivery {
  /** The newest first. */
  readonly secrets: readonly string[];
  readonly eventId: string;
  readonly timestampSeconds: number;
  readonly body: string;
}

/**
 * The headers of the Standard Webhooks convention, which its libraries verify unchanged: they sign
 * `<id>.<timestamp>.<body>` with the bytes that the secret's base64 stands for.
 */
export function standardHeaders(delivery: SignedDelivery): Readonly<Record<string, string>> {
  const { eventId, timestampSeconds, body } = delivery;
  const signatures = delivery.secrets
    .filter((secret) => secret.startsWith(secretPrefix))
    .map((secret) => Buffer.from(secret.slice(secretPrefix.length), "base64"))
    .map((key) => createHmac("sha256", key).update(`${eventId}.${timestampSeconds}.${body}`))
    .map((hmac) => `v1,${hmac.digest("base64")}`);
  return {
    "webhook-id": eventId,
    "webhook-timestamp": String(timestampSeconds),
    "webhook-signature": signatures.join(" "),
  };
}
