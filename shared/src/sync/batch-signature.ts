import { hash } from "node:crypto";
import { flattenedVerify, importJWK, type JWK } from "jose";
import { canonicalJson } from "#kernel/canonical-json.ts";
import { AppError } from "#kernel/errors.ts";
import { signedContent, type ReceivedBatch } from "./batch.contract.ts";

/**
 * Refuses a batch that is not signed, detached and by EdDSA, with the sender's key. Returns the SHA-256 of what was
 * signed, hex, by which the sender's next batch names this one: its text is made once. @throws AppError forbidden
 */
export async function verifyBatch(
  key: JWK,
  batch: ReceivedBatch,
  signature: string,
): Promise<string> {
  const [header = "", payload, mac = ""] = signature.split(".");
  try {
    if (payload !== "") throw new Error("not detached");
    const imported = await importJWK(key, "EdDSA");
    const content = Buffer.from(canonicalJson(signedContent(batch)));
    const jws = { protected: header, payload: content.toString("base64url"), signature: mac };
    await flattenedVerify(jws, imported, { algorithms: ["EdDSA"] });
    return hash("sha256", content);
  } catch {
    throw new AppError("forbidden", "The batch is not signed by its sender's key.");
  }
}
