import type { X509Certificate } from "node:crypto";
import { chownSync, existsSync, statSync } from "node:fs";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { findBranchSettings } from "@edgeward/shared/clinical/tenants/branches.queries.ts";
import { systemClock } from "@edgeward/shared/kernel/clock.ts";
import { openHandBranch } from "#open-branch.ts";
import {
  authorityFile,
  leafFile,
  makeBranchAuthority,
  tlsSecret,
} from "#lan/tls/certificate-keeper.ts";
import { readKeyedFile } from "#lan/tls/keyed-file.ts";
import { siteName } from "#lan/tls/lan-names.ts";

/** A branch's certificates as they lie in its folder. */
export interface BranchCertificate {
  readonly authority: X509Certificate;
  /** The one that is served, or null before there is one. */
  readonly served: X509Certificate | null;
}

/** Reads a branch's certificates, whether or not its node runs; what cannot be read is said in a word. */
export function readBranchCertificate(folder: string): "missing" | "damaged" | BranchCertificate {
  // Asking for its key would make one in a folder that has none.
  if (!existsSync(authorityFile(folder))) return "missing";
  const secret = tlsSecret(folder);
  const authority = readKeyedFile(authorityFile(folder), secret);
  if (typeof authority === "string") return authority;
  const leaf = readKeyedFile(leafFile(folder), secret);
  return {
    authority: authority.certificates[0],
    served: typeof leaf === "string" ? null : leaf.certificates[0],
  };
}

/** What root has written is the node's to read: it belongs to whoever the folder belongs to. */
function giveToNode(folder: string, file: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(folder);
  chownSync(dirname(file), uid, gid);
  chownSync(file, uid, gid);
}

/**
 * Makes another authority for a branch, on the operator's word alone. A node that runs serves by it within seconds; every
 * device has to trust the branch anew. @throws Error where no branch is enrolled, or it does not know its own name yet
 */
export async function renewBranchAuthority(folder: string): Promise<void> {
  const opened = await openHandBranch(folder);
  if (opened === null) throw new Error(`${folder} holds no enrolled branch`);
  const { identity, store } = opened.branch;
  const { tenantId, branchId } = identity;
  try {
    const branch = await store.read({ tenantId }, ({ kysely }) =>
      findBranchSettings(kysely, tenantId, branchId),
    );
    if (branch === null)
      throw new Error(
        "the branch does not know its own name yet: let it get in touch with the hub",
      );
    await makeBranchAuthority(folder, siteName(branch.code), hostname(), systemClock.now());
    giveToNode(folder, authorityFile(folder));
  } finally {
    await opened.close();
  }
}
