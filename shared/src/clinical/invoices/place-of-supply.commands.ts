import { question } from "#db/question.ts";
import { fieldError } from "#kernel/errors.ts";
import { gstStateOf } from "#kernel/gst-states.ts";
import type { WriteContext } from "#resource/context.ts";

/** What an invoice says of where it is supplied. */
interface Said {
  readonly place_of_supply: string | null;
  readonly seller_gstin: string | null;
}

function stateIn(address: Readonly<Record<string, unknown>> | null): string | null {
  const state = address?.["state"];
  return typeof state === "string" ? gstStateOf(state) : null;
}

const addresses = question(
  (db, { tenantId, id }: { readonly tenantId: string; readonly id: string }) =>
    db
      .selectFrom("branches")
      .select("address")
      .where("tenant_id", "=", tenantId)
      .where("id", "=", id),
);

/**
 * Where what is charged for is supplied, and whether that is the seller's own state: of the tax number, or of the branch's
 * address. @throws AppError validation_error where nobody knows the seller's
 */
export async function supplyOf(
  ctx: Pick<WriteContext, "db" | "tenantId" | "branch">,
  { place_of_supply: place, seller_gstin: seller }: Said,
): Promise<{ readonly place_of_supply: string | null; readonly isIntraState: boolean }> {
  const { tenantId, branch } = ctx;
  const [row] = await addresses(ctx.db, { tenantId, id: branch.id });
  const own = seller?.slice(0, 2) ?? stateIn(row?.address ?? null);
  if (own === null && place !== null)
    throw fieldError({
      path: "seller_gstin",
      code: "validation_error",
      message: "is required where the branch's address names no state",
    });
  return { place_of_supply: place ?? own, isIntraState: (place ?? own) === own };
}
