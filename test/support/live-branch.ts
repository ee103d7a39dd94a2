import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startBranch, type BranchNode } from "@edgeward/branch-node/main.ts";
import type { BranchSettings } from "@edgeward/branch-node/open-branch.ts";
import { createClient, type Client } from "@edgeward/shared/contract/client.ts";
import type { SqlRow } from "@edgeward/shared/db/model.ts";
import { signAccessToken, type TokenClaims } from "@edgeward/shared/http/tokens.ts";
import { errorLog } from "./error-log.ts";
import type { TestHub } from "./hub-harness.ts";
import { announceSeeded } from "./synced-branch.ts";
import { until } from "./until.ts";

/** A whole branch node in this process: HTTP, live connections, scanners, sync, by the machine's own clock. */
export interface LiveBranch {
  readonly node: BranchNode;
  readonly url: string;
  /** Everything it keeps. */
  readonly folder: string;
  /** A client that acts for the branch, as a person of these roles. */
  client(roles: readonly string[], claims?: Partial<TokenClaims>): Promise<Client>;
  /** What such a client's requests say of who it is. */
  headers(
    roles: readonly string[],
    claims?: Partial<TokenClaims>,
  ): Promise<Readonly<Record<string, string>>>;
  rows(text: string, ...values: readonly unknown[]): Promise<readonly SqlRow[]>;
  /** Ends it and starts it anew in the same folder, with more of it otherwise. @param meanwhile what is done to the folder */
  restart(more?: LiveBranchPlan, meanwhile?: (folder: string) => void): Promise<LiveBranch>;
  stop(): Promise<void>;
}

async function headersOf(
  hub: TestHub,
  { identity }: BranchNode,
  roles: readonly string[],
  more: Partial<TokenClaims>,
): Promise<Readonly<Record<string, string>>> {
  const key = { kid: identity.nodeId, privateKey: identity.privateKey };
  const claims: TokenClaims = {
    iss: `branch:${identity.nodeId}`,
    aud: `branch:${identity.branchId}`,
    sub: hub.tenant.clerkId,
    tid: identity.tenantId,
    bids: [identity.branchId],
    roles,
    ...more,
  };
  const token = await signAccessToken(key, claims, 3_600, Date.now(), hub.runtime.newId("ses"));
  return {
    authorization: `Bearer ${token}`,
    "x-tenant-id": identity.tenantId,
    "x-branch-id": identity.branchId,
  };
}

/** What is otherwise than usual with a branch. */
export type LiveBranchPlan = Partial<Pick<BranchSettings, "host" | "tlsPort" | "network">>;

function liveBranch(
  hub: TestHub,
  node: BranchNode,
  folder: string,
  plan: LiveBranchPlan,
): LiveBranch {
  const scope = { tenantId: node.identity.tenantId };
  return {
    node,
    url: node.url,
    folder,
    async client(roles, claims = {}) {
      const headers = await headersOf(hub, node, roles, claims);
      return createClient({ baseUrl: node.url, headers: () => headers });
    },
    headers: (roles, claims = {}) => headersOf(hub, node, roles, claims),
    rows: (text, ...values) => node.store.read(scope, (session) => session.query(text, values)),
    async restart(more = {}, meanwhile) {
      await node.stop();
      meanwhile?.(folder);
      const next = { ...plan, ...more };
      return liveBranch(hub, await startNode(folder, hub.clock.now, next), folder, next);
    },
    async stop() {
      await node.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function startNode(
  folder: string,
  now: () => number,
  plan: LiveBranchPlan,
  enrolment: Parameters<typeof startBranch>[0]["enrolment"] = null,
): Promise<BranchNode> {
  const settings = {
    folder,
    host: "127.0.0.1",
    port: 0,
    printers: [],
    hubUrl: null,
    operatorToken: "operator",
    machine: "test",
    enrolment,
    ...plan,
  };
  return startBranch(settings, errorLog(now));
}

/** Enrols a new branch node at a hub, and starts it whole. Resolves when the hub's people have come down to it. */
export async function startLiveBranch(
  hub: TestHub,
  branchId: string,
  plan: LiveBranchPlan = {},
): Promise<LiveBranch> {
  await announceSeeded(hub);
  const folder = mkdtempSync(join(tmpdir(), "edgeward-live-"));
  const enrolment = { hubUrl: hub.url, code: await hub.enrolmentCode(branchId), name: "test" };
  const node = await startNode(folder, hub.clock.now, plan, enrolment);
  const branch = liveBranch(hub, node, folder, plan);
  await until("the branch has its people", 20_000, async () => {
    const staff = await branch.rows("SELECT id FROM staff");
    // Of the tenant's people the clerk works at its first branch alone.
    const isStaffed =
      branchId === hub.tenant.branchId
        ? staff.some(({ id }) => id === hub.tenant.clerkId)
        : staff.length > 0;
    const own = await branch.rows("SELECT id FROM branches WHERE id = ?", branchId);
    return isStaffed && own.length === 1;
  });
  return branch;
}
