import type { RequestHandler } from "@edgeward/shared/http/express.ts";
import { authenticate } from "@edgeward/shared/http/request.ts";
import type { TokenVerifier } from "@edgeward/shared/http/tokens.ts";
import type { Store } from "@edgeward/shared/db/session.ts";
import type { FeedNotifier } from "./feed-notifier.ts";
import { hasNews } from "./feed.ts";

/** Longest time a request for the feed is kept waiting: proxies give up at 30. */
const longestSeconds = 25;

function secondsOf(wait: unknown): number {
  const seconds = Number(wait);
  return Number.isInteger(seconds) && seconds > 0 ? Math.min(seconds, longestSeconds) : 0;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/**
 * Keeps a request for the feed until there is something or its time is over, for nodes behind proxies that let no
 * WebSocket through. It waits outside any transaction; the request then goes its usual way.
 */
export function waitForEntries(
  store: Store,
  tokens: TokenVerifier,
  bell: FeedNotifier,
): RequestHandler {
  return async (request, _response, next) => {
    const seconds = secondsOf(request.query["wait"]);
    if (seconds === 0) {
      next();
      return;
    }
    const { tenantId } = await authenticate(request, tokens);
    const { promise, resolve } = Promise.withResolvers<void>();
    // Listening begins before the look, so that nothing can come between the two.
    const end = bell.listen((rung) => {
      if (rung === tenantId) resolve();
    });
    const timer = setTimeout(resolve, seconds * 1_000);
    request.once("close", resolve);
    const query = {
      tenantId,
      branchId: request.get("x-branch-id") ?? "",
      cursor: textOf(request.query["cursor"]),
    };
    try {
      if (!(await store.read({ tenantId }, (session) => hasNews(session, query)))) await promise;
    } finally {
      end();
      clearTimeout(timer);
    }
    next();
  };
}
