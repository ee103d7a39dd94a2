import type { DetachedContext } from "@edgeward/shared/resource/context.ts";
import { AppError } from "@edgeward/shared/kernel/errors.ts";
import type { Revocations } from "#tenancy/revocations.ts";
import type { FeedNotifier } from "./feed-notifier.ts";
import { hasNews } from "./feed.ts";

/**
 * Waits until a branch's feed has something behind the cursor, or the time is over, or nobody waits for the answer any
 * more: for nodes behind proxies that let no WebSocket through. @param seconds proxies give up at 30
 */
export async function waitForEntries(
  ctx: DetachedContext,
  notifier: FeedNotifier,
  cursor: string | undefined,
  seconds: number,
  revocations: Pick<Revocations, "isRevoked" | "whenRevoked">,
): Promise<void> {
  const { tenantId, branch, signal } = ctx;
  const { promise, resolve } = Promise.withResolvers<void>();
  // Listening begins before the look, so that nothing can come between the two.
  const end = notifier.listen((rung) => {
    if (rung === tenantId) resolve();
  });
  const endOfCaller = revocations.whenRevoked(ctx.caller, resolve);
  const timer = setTimeout(resolve, seconds * 1_000);
  signal.addEventListener("abort", () => resolve(), { once: true });
  try {
    const query = { tenantId, branchId: branch.id, cursor };
    if (!(await ctx.read(({ session }) => hasNews(session, query)))) await promise;
  } finally {
    end();
    endOfCaller();
    clearTimeout(timer);
  }
  if (revocations.isRevoked(ctx.caller))
    throw new AppError("token_revoked", "This session has been ended.");
}
