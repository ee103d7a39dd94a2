import { openRules, sessionRules } from "@edgeward/shared/contract/surface-rules.ts";
import type { Express } from "@edgeward/shared/http/express.ts";
import { mountSurface } from "@edgeward/shared/http/mount.ts";
import { AppError } from "@edgeward/shared/kernel/errors.ts";
import type { Call } from "@edgeward/shared/pipeline/call.ts";
import { openSurface } from "@edgeward/shared/pipeline/open-surface.ts";
import type { Surface } from "@edgeward/shared/pipeline/surface.ts";
import type { Caller } from "@edgeward/shared/resource/context.ts";
import { defineOpenModule } from "@edgeward/shared/resource/module.ts";
import type { StaffAuth } from "./sign-in.ts";
import { ownSessionContract, signInContract } from "./staff.contract.ts";

const bodyLimit = 16_384;

function sessionOf({ type, sessionId }: Caller): string {
  if (type === "staff" && sessionId !== null) return sessionId;
  throw new AppError("forbidden", "Only a member of staff who has signed in has a session.");
}

/** Serves the sign-in of staff: `/auth/staff/login`, `/refresh`, `/unlock`, `/countersign`, `/logout`. */
export function mountStaffRoutes(app: Express, auth: StaffAuth, node: Surface): void {
  const signIn = defineOpenModule("staff_sessions", signInContract, {
    login: ({ body }, { ip }) => auth.signIn(body.username, body.password, ip),
    refresh: ({ body }, { ip }) => auth.refresh(body.refresh_token, ip),
  });
  const ownSession = defineOpenModule("staff_own_session", ownSessionContract, {
    unlock: ({ body }, { caller, ip }) => auth.unlock(caller.id, body.pin, ip),
    countersign: ({ body }, { ip }) => auth.countersign(body.staff_id, body.pin, ip),
    logout: (_input, { caller, ip }) => auth.signOut(sessionOf(caller), caller.id, ip),
  });
  // Before anything that is sent is looked at: a screen's own token has no business here.
  const authenticate = async (call: Call) => {
    const caller = await node.policy.authenticate(call);
    sessionOf(caller);
    return caller;
  };
  mountSurface(app, openSurface(node, { rules: openRules, bodyLimit }), [signIn]);
  mountSurface(app, openSurface(node, { rules: sessionRules, authenticate, bodyLimit }), [
    ownSession,
  ]);
}
