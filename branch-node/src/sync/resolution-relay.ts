import type * as z from "zod";
import { printPreviewContract } from "@edgeward/shared/clinical/print-jobs/print-preview.contract.ts";
import { jsonBody, type Express } from "@edgeward/shared/http/express.ts";
import { intentOf } from "@edgeward/shared/http/idempotency.ts";
import {
  actingBranch,
  actingRole,
  actingTenant,
  authenticate,
  authorise,
  parseInput,
} from "@edgeward/shared/http/request.ts";
import type { Surface } from "@edgeward/shared/http/surface.ts";
import { AppError } from "@edgeward/shared/kernel/errors.ts";
import type { BranchSettings, Caller } from "@edgeward/shared/resource/context.ts";
import { retryOrDiscardContract } from "@edgeward/shared/sync/wire/operations.contract.ts";
import { HubRefusal, HubUnreachable, type HubClient } from "./hub-client.ts";

/** What a branch serves outside of its modules, for its reference. */
export const describedBeside = {
  print_previews: printPreviewContract,
  settled_operations: retryOrDiscardContract,
};

const { settle: endpoint } = retryOrDiscardContract;
const shapes = { params: endpoint.params, body: endpoint.body };
const longestNote = 500;

type Request = Parameters<Parameters<Express["put"]>[1]>[0];
type Decision = z.output<typeof endpoint.body>;

interface Wish {
  readonly opId: string;
  readonly decision: Decision;
  readonly key: string;
}

// The hub hears of it from this node; who decided stands in the note, which both nodes keep in their audit.
async function signedNote(
  surface: Surface,
  caller: Caller,
  branch: BranchSettings,
  note: string,
): Promise<string> {
  const person = await surface.store.read({ tenantId: caller.tenantId }, ({ kysely }) =>
    kysely
      .selectFrom("staff")
      .select("name")
      .where("tenant_id", "=", caller.tenantId)
      .where("id", "=", caller.id)
      .executeTakeFirst(),
  );
  const who = ` (${person?.name ?? caller.id}, ${branch.code})`;
  return `${note.slice(0, longestNote - who.length)}${who}`;
}

async function wishOf(request: Request, surface: Surface): Promise<Wish> {
  const caller = await authenticate(request, surface.tokens);
  const tenantId = actingTenant(request, caller);
  const branch = await actingBranch(request, caller, surface.findBranch);
  authorise(endpoint, caller, actingRole(request, caller));
  const input = parseInput(endpoint, request);
  const { op_id: opId } = shapes.params.parse(input.params);
  const { action, note } = shapes.body.parse(input.body);
  const { key } = intentOf(request, tenantId, caller.id, branch.id);
  return {
    opId,
    decision: { action, note: await signedNote(surface, caller, branch, note) },
    key: `${caller.id}.${key}`.slice(0, 255),
  };
}

function refusalOf(error: unknown): unknown {
  if (error instanceof HubUnreachable) {
    const message = "The hub cannot be reached now; nothing was decided. Try again when it is.";
    return new AppError("unavailable", message, { reason: "hub_unreachable" });
  }
  if (!(error instanceof HubRefusal)) return error;
  const { code, message, details } = error;
  if (code === "invalid_transition" || code === "not_found" || code === "idempotency_in_progress")
    return new AppError(code, message, details);
  return new AppError("unavailable", `The hub refused it: ${message}`, { reason: code });
}

/**
 * Serves `PUT /v1/sync/operations/{op_id}` of a branch: what its administrator decides is decided at the hub, at once,
 * and needs the line. Outside of transactions, so that no write waits for the hub.
 */
export function mountResolutionRelay(
  { app, surface }: { readonly app: Express; readonly surface: Surface },
  hub: Pick<HubClient, "put">,
): void {
  const path = endpoint.path.replace("{op_id}", ":op_id");
  app.put(path, jsonBody(surface.bodyLimit), async (request, response) => {
    const { opId, decision, key } = await wishOf(request, surface);
    try {
      const resolved = await hub.put(`/v1/sync/operations/${opId}`, decision, key);
      response.setHeader("Cache-Control", "no-store").json(endpoint.response.parse(resolved));
    } catch (error) {
      throw refusalOf(error);
    }
  });
}
