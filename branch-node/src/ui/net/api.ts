import {
  QueryClient,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type QueryKey,
} from "@tanstack/react-query";
import { ApiError, createClient, type Client } from "@edgeward/shared/contract/client.ts";
import type { AccessReasons } from "./access-reasons.ts";
import type { SessionStore } from "./session.ts";

/** Whether nobody answered: the branch node is down or the network is cut, and trying again may help. */
export function isUnreachable(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 502;
}

/**
 * The typed client of the branch node, for whoever is signed in.
 * @param deviceId the paired device at which they are, for the audit
 * @param reasons who is asked where a record needs a reason; the refusal is the answer where nobody is
 */
export function createDeskClient(
  session: SessionStore,
  deviceId: () => string | null = () => null,
  reasons: AccessReasons | null = null,
): Client {
  function headers(): Record<string, string> {
    const current = session.get().current;
    if (current === null) return {};
    const { access_token: token, tenant, branch } = current.signedIn;
    const device = deviceId();
    return {
      ...(device === null ? {} : { "x-device-id": device }),
      authorization: `Bearer ${token}`,
      "x-tenant-id": tenant.id,
      "x-branch-id": branch.id,
    };
  }

  async function send(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const response = await fetch(input, init);
    if (response.status !== 401) return response;
    await session.refresh();
    if (session.get().end !== null || session.get().current === null) return response;
    const renewed = new Headers(init?.headers);
    for (const [name, value] of Object.entries(headers())) renewed.set(name, value);
    return fetch(input, { ...init, headers: renewed });
  }

  const asking: typeof fetch = (input, init) =>
    reasons === null ? send(input, init) : reasons.sent(input, init, (said) => send(input, said));
  return createClient({ baseUrl: "", headers, fetch: asking });
}

/**
 * A cache that loses no news. By itself it takes a first answer that is under way for a new one, though it may have been
 * read before what the news are about, and shows it for as long as nothing else is heard. The same is true of any answer
 * that whoever brings the news does not want called off: it is shown, and what it is of is read once more.
 */
class NewsCache extends QueryClient {
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const begun = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: "fetching" })
      .filter(({ state }) => state.data === undefined || options?.cancelRefetch === false);
    const isAnswered = begun.map(({ promise }) => Promise.allSettled([promise]));
    await Promise.all([super.invalidateQueries(filters, options), ...isAnswered]);
    const again = begun.map(({ queryKey }) =>
      super.invalidateQueries({ queryKey, exact: true }, options),
    );
    await Promise.all(again);
  }
}

/** The cache of what the page has read. Live messages say when something changed, so nothing is asked for by time. */
export function createQueryClient(): QueryClient {
  return new NewsCache({
    defaultOptions: {
      queries: {
        // "always": a browser's own idea of being online says nothing about the branch node on the LAN.
        networkMode: "always",
        staleTime: 60_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) => isUnreachable(error) && failures < 2,
        retryDelay: 500,
      },
      mutations: { networkMode: "always", retry: false },
    },
  });
}
