import type { Express } from "@edgeward/shared/http/express.ts";
import { mountSurface } from "@edgeward/shared/http/mount.ts";
import { openRules } from "@edgeward/shared/contract/surface-rules.ts";
import { authorise, enterTenant } from "@edgeward/shared/pipeline/admission.ts";
import {
  limitByAddress,
  openSurface,
  outsideCaller,
} from "@edgeward/shared/pipeline/open-surface.ts";
import type { Surface } from "@edgeward/shared/pipeline/surface.ts";
import type { TenantScope } from "@edgeward/shared/resource/context.ts";
import type { IssuerOptions } from "#tenancy/clients.ts";
import { consoleBranchesModule } from "./branches.module.ts";
import { bySession, refuseForeignPages } from "./console-callers.ts";
import { consoleRules, consoleSessionRules } from "./console-rules.ts";
import { ConsoleSessions } from "./console-sessions.store.ts";
import { consoleSessionModule, consoleSignInModule } from "./session.module.ts";
import { consoleHolidaysModule } from "./holidays.module.ts";
import { consoleWebhooksModule } from "./webhooks.module.ts";

/** What the console's addresses need of the hub. */
export interface ConsoleOptions extends Pick<
  IssuerOptions,
  "attempts" | "newId" | "now" | "secrets" | "store"
> {
  /** Where callers reach the hub. */
  readonly publicUrl: string;
  readonly allowLoopbackHttp: boolean;
}

const bodyLimit = 65_536;
const signInLimit = 16_384;
const anonymous = outsideCaller("anonymous");

function tenantSurface(
  node: Surface,
  { secrets, now }: ConsoleOptions,
  authenticate: Surface["policy"]["authenticate"],
): Surface<TenantScope> {
  return {
    ...node,
    bodyLimit,
    // A receiver's secret is shown once: what is kept of that answer shows it to nobody.
    answerSeal: { seal: (body) => secrets.seal(body), open: (kept) => secrets.open(kept) },
    policy: {
      ...consoleRules,
      authenticate,
      enter: enterTenant,
      takeLimit: limitByAddress(consoleRules.limit, now),
      authorise,
    },
  };
}

/** For what is asked for one branch, as at /v1, by whoever has signed in at the console. */
function branchSurface(node: Surface, { policy, ...ofTenant }: Surface<TenantScope>): Surface {
  const { enter } = node.policy;
  return { ...ofTenant, policy: { ...policy, scope: "branch", enter } };
}

/** Serves what the console's pages ask: sign-in, branches and webhooks of whoever has signed in. */
export function mountConsole(app: Express, node: Surface, options: ConsoleOptions): void {
  const { store, newId, now, attempts } = options;
  const { host, protocol } = new URL(options.publicUrl);
  const sessions = new ConsoleSessions({ store, newId, now });
  const { readAudit } = node;
  const isSecure = protocol === "https:";
  const signIn = { store, sessions, attempts, readAudit, now, isSecure };
  const open = openSurface(node, {
    rules: openRules,
    bodyLimit: signInLimit,
    authenticate: async (call) => {
      refuseForeignPages(call, host);
      return anonymous;
    },
  });
  const authenticate = bySession({ store, sessions, now, ownHost: host });
  const own = openSurface(node, {
    rules: consoleSessionRules,
    authenticate,
    bodyLimit: signInLimit,
  });
  mountSurface(app, open, [consoleSignInModule(signIn)]);
  mountSurface(app, own, [consoleSessionModule(signIn)]);
  const ofTenant = tenantSurface(node, options, authenticate);
  mountSurface(app, ofTenant, [consoleBranchesModule(options), consoleWebhooksModule(options)]);
  mountSurface(app, branchSurface(node, ofTenant), [consoleHolidaysModule]);
}
