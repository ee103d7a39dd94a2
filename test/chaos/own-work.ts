import { expireConsents } from "@edgeward/shared/clinical/consents/consents.expired.ts";
import { reportLatePayers } from "@edgeward/shared/clinical/preauth/preauth.breached.ts";
import { reportExpiring } from "@edgeward/shared/clinical/stock/stock.expiring.ts";
import { reportBreached } from "@edgeward/shared/clinical/triage/triage.breached.ts";
import type { WrittenUnit } from "@edgeward/shared/write/model.ts";
import type { SimBranch } from "./branch.ts";
import { askConsent } from "./consent-acts.ts";
import { comeIn } from "./emergency-acts.ts";
import { originOf } from "./context.ts";

const forAMomentMs = 1_000;

/**
 * What a branch does by itself as the minutes go by: the product's own work, whose author is no person. Somebody who cannot wait
 * and a consent for a moment come to it, for the next time.
 */
export async function doOwnWork(branch: SimBranch, one: number): Promise<void> {
  const { tenantId, branchId } = branch.identity;
  const work = {
    store: branch.disk.store(),
    runtime: branch.runtime(),
    tenantId,
    branchId,
    origin: {
      ...originOf(tenantId, branchId, branch.authorId),
      actor: { id: "system", type: "system", role: null },
    } as const,
    onWritten: ({ operation }: WrittenUnit) => void branch.acknowledged.add(operation.op_id),
  };
  await reportBreached(work);
  await expireConsents(work);
  await reportExpiring(work);
  await reportLatePayers(work);
  await comeIn(branch, one, 0);
  await askConsent(branch, one, forAMomentMs);
}
