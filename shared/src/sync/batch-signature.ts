import { flattenedVerify, importJWK, type JWK } from "jose";
import { canonicalJson } from "#kernel/canonical-json.ts";
import { AppError } from "#kernel/errors.ts";
import { signedContent, type ReceivedBatch } from "./batch.contract.ts";

/** Refuses a batch that is not signed, detached and by EdDSA, with the sender's key. @throws AppError forbidden */
export async function verifyBatch(
  key: JWK,
  batch: ReceivedBatch,
  signature: string,
): Promise<void> {
  const [header = "", payload, mac = ""] = signature.split(".");
  try {
    if (payload !== "") throw new Error("not detached");
    const imported = await importJWK(key, "EdDSA");
    const content = Buffer.from(canonicalJson(signedContent(batch))).toString("base64url");
    await flattenedVerify({ protected: header, payload: content, signature: mac }, imported, {
      algorithms: ["EdDSA"],
    });
  } catch {
    throw new AppError("forbidden", "The batch is not signed by its sender's key.");
  }
}
