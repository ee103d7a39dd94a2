import type { CursorCodec } from "#db/page.ts";
import { AppError } from "#kernel/errors.ts";

/** How long an address of a file's bytes opens. */
const addressLifeMs = 300_000;

/** Who was given an address. */
export interface AddressHolder {
  readonly id: string;
  readonly type: "staff" | "user" | "client" | "device" | "system";
}

/** An address of one file's bytes, and when it stops to open. */
export interface FileAddress {
  readonly url: string;
  readonly expiresAtMs: number;
}

const holderTypes: readonly AddressHolder["type"][] = [
  "staff",
  "user",
  "client",
  "device",
  "system",
];

// The seal covers method, tenant and file, so that a key opens nothing but what it was made for.
function sealScope(tenantId: string, fileId: string): string {
  return JSON.stringify(["GET", "/v1/files/content", tenantId, fileId]);
}

/** An address that opens one file of one tenant, by GET, for five minutes. @param nowMs the node's clock */
export function sealAddress(
  seals: CursorCodec,
  tenantId: string,
  fileId: string,
  holder: AddressHolder,
  nowMs: number,
): FileAddress {
  const expiresAtMs = nowMs + addressLifeMs;
  const key = seals.seal(sealScope(tenantId, fileId), [expiresAtMs, holder.id, holder.type]);
  return { url: `/v1/files/${fileId}/content?tenant=${tenantId}&key=${key}`, expiresAtMs };
}

function refused(): AppError {
  return new AppError(
    "forbidden",
    "The address was not made here; ask for the file's particulars.",
  );
}

/** Who was given an address, when it still opens. @throws AppError forbidden, token_expired */
export function openAddress(
  seals: CursorCodec,
  tenantId: string,
  fileId: string,
  key: string,
  nowMs: number,
): AddressHolder {
  let values: readonly unknown[];
  try {
    values = seals.open(sealScope(tenantId, fileId), key);
  } catch {
    throw refused();
  }
  const [expiresAtMs, id, given] = values;
  const type = holderTypes.find((known) => known === given);
  if (typeof expiresAtMs !== "number" || typeof id !== "string" || type === undefined) {
    throw refused();
  }
  if (expiresAtMs <= nowMs) {
    throw new AppError("token_expired", "The address has expired; ask for the file's particulars.");
  }
  return { id, type };
}
