import type { ReadAudit } from "@edgeward/shared/audit/reads.ts";
import type { AuditEntry, NodeRuntime } from "@edgeward/shared/db/model.ts";
import type { AttemptLimits } from "@edgeward/shared/http/attempt-limits.ts";
import { isPassword, verifierFor } from "@edgeward/shared/http/password-check.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { AppError, fieldError } from "@edgeward/shared/kernel/errors.ts";
import type { DetachedContext } from "@edgeward/shared/resource/context.ts";
import { defineDetachedModule, type Module } from "@edgeward/shared/resource/module.ts";
import type { SqliteStore } from "#db/sqlite-store.ts";
import { branchOrigin } from "#node/branch-origin.ts";
import type { NodeIdentity } from "#node/identity.ts";
import { credentialMark, findCredential, type Credential } from "./credentials.ts";
import { keepPin } from "./staff-pins.store.ts";
import { ownPinContract } from "./own-pin.contract.ts";

/** What setting a PIN needs of the node. */
export interface OwnPinOptions {
  readonly store: SqliteStore;
  readonly runtime: NodeRuntime;
  readonly identity: NodeIdentity;
  readonly audit: ReadAudit;
  readonly attempts: AttemptLimits;
}

function auditEntry(action: "pin_set" | "pin_refused", staffId: string): AuditEntry {
  return {
    module: "auth",
    action,
    outcome: action === "pin_set" ? "success" : "denied",
    entity_type: "staff",
    entity_id: staffId,
    patient_id: null,
    changes: [],
  };
}

/** @throws AppError forbidden for a program or a screen */
function ownIdOf({ caller }: DetachedContext): string {
  if (caller.type === "staff") return caller.id;
  throw new AppError("forbidden", "Only a member of staff has a PIN.");
}

/** Whoever is signed in, by their password: counted with the sign-in's attempts. */
async function proved(
  { attempts, audit, identity }: OwnPinOptions,
  ctx: DetachedContext,
  password: string,
): Promise<Credential> {
  const staffId = ownIdOf(ctx);
  const credential = await ctx.read(({ session }) =>
    findCredential(session, ctx.tenantId, { staffId }, isoInstant(ctx.now())),
  );
  const attempt = await attempts.take({
    purpose: "staff_password",
    name: credential?.username ?? staffId,
    address: ctx.ip,
  });
  if (
    credential !== undefined &&
    (await isPassword(credential.password_verifier, password, attempt))
  ) {
    await attempt.passed();
    return credential;
  }
  audit.record(
    branchOrigin(identity, staffId, "staff", ctx.ip),
    auditEntry("pin_refused", staffId),
  );
  throw fieldError({
    path: "password",
    code: "validation_error",
    message: "is not your password",
  });
}

/**
 * How staff set their own PIN. It runs outside of any transaction, for a password takes long to look at, and keeps no answer
 * under the intent's key: neither password nor PIN leaves a trace but the verifier. Done twice, it is the same PIN.
 */
export function ownPinModule(options: OwnPinOptions): Module {
  const { store, runtime, identity } = options;
  return defineDetachedModule("own_pin", ownPinContract, {
    set: async ({ body }, ctx) => {
      const credential = await proved(options, ctx, body.password);
      const { staff_id: staffId } = credential;
      const row = {
        tenant_id: ctx.tenantId,
        staff_id: staffId,
        pin_verifier: await verifierFor(body.pin),
        credential_mark: credentialMark(credential),
        set_at: isoInstant(ctx.now()),
      };
      const origin = branchOrigin(identity, staffId, "staff", ctx.ip);
      const item = { origin, entry: auditEntry("pin_set", staffId), at: row.set_at };
      await keepPin(store, runtime, row, item);
    },
  });
}
