import { createHash, createPublicKey, type X509Certificate } from "node:crypto";

/**
 * The SHA-256 of a certificate's public key in base64: what a kiosk's browser is asked to accept by
 * `--ignore-certificate-errors-spki-list`.
 */
export function keyPin(certificate: X509Certificate): string {
  const spki = createPublicKey(certificate.toString()).export({ type: "spki", format: "der" });
  return createHash("sha256").update(spki).digest("base64");
}
