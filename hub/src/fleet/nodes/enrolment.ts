import { randomInt } from "node:crypto";
import {
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  errors as joseErrors,
  jwtVerify,
  type JWK,
} from "jose";
import type * as z from "zod";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import type { Counter } from "@edgeward/shared/sync/wire/fleet.contract.ts";
import { TokenError, type Grant } from "@edgeward/shared/http/token-endpoint.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import { branchesTable } from "@edgeward/shared/clinical/tenants/tenants.table.ts";
import { openWrite } from "@edgeward/shared/write/write.ts";
import type { WriteRuntime } from "@edgeward/shared/write/model.ts";
import { enterDirectory, tenantOf } from "#tenancy/directory.ts";
import { clientKey, issueToken, type IssuerOptions } from "#tenancy/clients.ts";
import { insertRevocation } from "#tenancy/revocations.ts";
import type { SigningKeys } from "#tenancy/signing-keys.ts";
import type { OpenScope } from "@edgeward/shared/resource/context.ts";
import { defineOpenModule, type Module } from "@edgeward/shared/resource/module.ts";
import { systemOrigin } from "#tenancy/system-origin.ts";
import {
  enrolmentHash,
  hasHadAnother,
  insertCode,
  insertNode,
  otherBranch,
  refusedCode,
  takeCode,
} from "./enrolment-rows.ts";
import type { NodeRow } from "#tables/fleet.table.ts";
import { useAssertion } from "./used-assertions.ts";
import { enrolmentContract, type enrolBody } from "./enrolment.contract.ts";
import { highestNumbers } from "./series.ts";

/** How long an enrolment code can be used. */
export const enrolmentCodeSeconds = 600;
// No vowels and nothing that is read as something else: a code is read out over the telephone.
const codeAlphabet = "BCDFGHJKLMNPQRSTVWXZ23456789";

function newCode(): string {
  const letters = Array.from({ length: 8 }, () =>
    codeAlphabet.charAt(randomInt(codeAlphabet.length)),
  );
  return `${letters.slice(0, 4).join("")}-${letters.slice(4).join("")}`;
}

/** A code that enrols one node of a branch, once, and until when. */
export interface EnrolmentCode {
  readonly code: string;
  /** RFC 3339. */
  readonly expiresAt: string;
}

/** Makes a code that enrols one node of a branch, once, within ten minutes, in the transaction at hand. */
export async function createEnrolmentCodeIn(
  session: Session,
  { store, newId, now }: Pick<IssuerOptions, "store" | "newId" | "now">,
  tenantId: string,
  branchId: string,
): Promise<EnrolmentCode> {
  const code = newCode();
  const expiresAt = isoInstant(now() + enrolmentCodeSeconds * 1000);
  await insertCode(session, {
    id: newId("ses"),
    tenant_id: tenantId,
    branch_id: branchId,
    code_hash: enrolmentHash(code),
    expires_at: expiresAt,
    used_at: null,
    created_at: isoInstant(now()),
  });
  // A name in the directory that no code stands behind leads nowhere, should the transaction fail.
  await enterDirectory(store, "enrolment", enrolmentHash(code), tenantId);
  return { code, expiresAt };
}

/** The same in a transaction of its own. */
export async function createEnrolmentCode(
  options: IssuerOptions,
  tenantId: string,
  branchId: string,
): Promise<string> {
  const { code } = await options.store.write({ tenantId }, (session) =>
    createEnrolmentCodeIn(session, options, tenantId, branchId),
  );
  return code;
}

/** What an enrolled node gets. */
export interface Enrolment {
  readonly node_id: string;
  readonly tenant_id: string;
  readonly branch_id: string;
  readonly epoch: number;
  /** Hex: the key under which the tenant's client secrets are kept. */
  readonly client_key: string;
  /** The highest numbers of the branch's series that may be in use: the node goes on above them. */
  readonly counters: Counter[];
}

async function markBranch(
  session: Session,
  runtime: WriteRuntime,
  tenantId: string,
  branchId: string,
): Promise<void> {
  const write = openWrite(session, runtime, systemOrigin(tenantId, branchId), "branch.enrol");
  const branch = await write.load(branchesTable, branchId);
  if (branch !== null) write.update(branchesTable, branch, { has_node: true });
  await write.flush([]);
}

interface NewNode {
  readonly nodeId: string;
  readonly tenantId: string;
  readonly branchId: string;
  readonly epoch: number;
}

function nodeOf(
  { now }: IssuerOptions,
  { nodeId, tenantId, branchId, epoch }: NewNode,
  { name, public_jwk }: z.output<typeof enrolBody>,
): NodeRow {
  return {
    id: nodeId,
    tenant_id: tenantId,
    branch_id: branchId,
    name,
    public_jwk,
    status: "active",
    epoch,
    accepted_seq: 0,
    last_contact_at: null,
    clock_skew_ms: null,
    enrolled_at: isoInstant(now()),
    release: null,
    reported_seq: null,
    oldest_unsent_at: null,
    reported_at: null,
    gave_back_at: null,
    given_all_at: null,
  };
}

// A lost node had given out more than what came up.
async function countersFor(session: Session, node: NodeRow): Promise<Counter[]> {
  const { tenant_id: tenantId, branch_id: branchId, enrolled_at: at } = node;
  const isAfterLoss = await hasHadAnother(session, node);
  const owner = { tenantId, branchId, now: Date.parse(at), isAfterLoss };
  return [...(await highestNumbers(session, owner))];
}

/** Enrols a node: its key becomes the branch's, an earlier node of the branch is replaced. @throws AppError validation_error */
async function enrolNode(
  options: IssuerOptions,
  runtime: WriteRuntime,
  body: z.output<typeof enrolBody>,
): Promise<Enrolment> {
  const tenantId = await tenantOf(options.store, "enrolment", enrolmentHash(body.code));
  if (tenantId === null) throw refusedCode();
  const nodeId = options.newId("nod");
  const at = isoInstant(options.now());
  // In an epoch after the one of the work that lies there, so that what has come up already is found by its name.
  const epoch = (body.earlier?.epoch ?? 0) + 1;
  const { branchId, counters, replaced } = await options.store.write(
    { tenantId },
    async (session) => {
      const taken = await takeCode(session, tenantId, body.code, at);
      if (taken !== (body.earlier?.branch_id ?? taken)) throw otherBranch();
      const node = nodeOf(options, { nodeId, tenantId, branchId: taken, epoch }, body);
      const before = await insertNode(session, node);
      for (const id of before) await insertRevocation(session, "node", id, options.now());
      await markBranch(session, runtime, tenantId, taken);
      return { branchId: taken, counters: await countersFor(session, node), replaced: before };
    },
  );
  for (const id of replaced) options.revocations.note("node", id);
  await enterDirectory(options.store, "node", nodeId, tenantId);
  const key = clientKey(options.secrets, tenantId).toString("hex");
  return {
    node_id: nodeId,
    tenant_id: tenantId,
    branch_id: branchId,
    epoch,
    client_key: key,
    counters,
  };
}

/** `POST /fleet/enrol`. */
export function enrolmentModule(
  issuer: IssuerOptions,
  runtime: WriteRuntime,
  keys: SigningKeys,
): Module<OpenScope> {
  return defineOpenModule("enrolment", enrolmentContract, {
    enrol: async ({ body }, { ip: address }) => {
      const attempt = await issuer.attempts.take({ purpose: "enrolment_code", address });
      const enrolment = await enrolNode(issuer, runtime, body);
      await attempt.passed();
      return { ...enrolment, hub_keys: keys.publicKeys, issuer: issuer.issuer };
    },
  });
}

async function nodeKey(options: IssuerOptions, nodeId: string): Promise<NodeRow | undefined> {
  const tenantId = await tenantOf(options.store, "node", nodeId);
  if (tenantId === null) return undefined;
  return options.store.read({ tenantId }, (session) =>
    session.kysely
      .selectFrom("nodes")
      .selectAll()
      .where("tenant_id", "=", tenantId)
      .where("id", "=", nodeId)
      .executeTakeFirst(),
  );
}

// Beyond the second to which a date is told, and the way of an answer.
const toleranceSeconds = 60;
const longestAssertionSeconds = 120;

function keySet(jwk: JWK, kid: string) {
  return createLocalJWKSet({ keys: [{ ...jwk, kid, alg: "EdDSA" }] });
}

/** Why a node is none any more, in words for the branch's screen; null for one that is. */
function endOf(status: string): string | null {
  if (status === "active") return null;
  return status === "replaced"
    ? "another machine has been enrolled as this branch's node; turn this one off, or enrol it again with a code from the hub"
    : "this machine was turned off at the hub; it has to be enrolled again with a code from there";
}

/** The grant by which a node proves its key: a short assertion that it signed itself. */
export function nodeAssertionGrant(options: IssuerOptions): Grant {
  return async ({ assertion }) => {
    if (assertion === undefined) throw new TokenError("invalid_request", "assertion is required");
    const refused = new TokenError("invalid_grant", "the assertion is not from an enrolled node");
    let nodeId: string | undefined;
    try {
      nodeId = decodeJwt(assertion).iss;
      decodeProtectedHeader(assertion);
    } catch {
      throw refused;
    }
    const node = nodeId === undefined ? undefined : await nodeKey(options, nodeId);
    if (node === undefined) throw refused;
    try {
      const { payload } = await jwtVerify(assertion, keySet(node.public_jwk, node.id), {
        algorithms: ["EdDSA"],
        issuer: node.id,
        subject: node.id,
        audience: "edgeward-hub",
        requiredClaims: ["exp", "iat", "jti"],
        maxTokenAge: longestAssertionSeconds,
        // A branch whose clock is further off learns the time from the refusal, and asks again.
        clockTolerance: toleranceSeconds,
        currentDate: new Date(options.now()),
      });
      const until = ((payload.iat ?? 0) + longestAssertionSeconds + 2 * toleranceSeconds) * 1000;
      if (!(await useAssertion(options.store, `${node.id} ${payload.jti ?? ""}`, until)))
        throw refused;
    } catch (error) {
      if (error instanceof joseErrors.JOSEError) throw refused;
      throw error;
    }
    // Told only to whoever has the node's key.
    const end = endOf(node.status);
    if (end !== null) throw new TokenError("invalid_grant", end, `node_${node.status}`);
    return issueToken(options, {
      sub: node.id,
      tid: node.tenant_id,
      bids: [node.branch_id],
      roles: ["node"],
    });
  };
}
