import { openRules, sessionRules } from "@edgeward/shared/contract/surface-rules.ts";
import type { Express } from "@edgeward/shared/http/express.ts";
import { mountSurface } from "@edgeward/shared/http/mount.ts";
import { AppError } from "@edgeward/shared/kernel/errors.ts";
import { openSurface } from "@edgeward/shared/pipeline/open-surface.ts";
import type { Surface } from "@edgeward/shared/pipeline/surface.ts";
import { defineOpenModule } from "@edgeward/shared/resource/module.ts";
import type { StaffAuth } from "./sign-in.ts";
import { ownSessionContract, signInContract } from "./staff.contract.ts";

const bodyLimit = 16_384;

/** Serves the sign-in of staff: `/auth/staff/login`, `/refresh`, `/unlock`, `/logout`. */
export function mountStaffRoutes(app: Express, auth: StaffAuth, node: Surface): void {
  const signIn = defineOpenModule("staff_sessions", signInContract, {
    login: ({ body }, { ip }) => auth.signIn(body.username, body.password, ip),
    refresh: ({ body }, { ip }) => auth.refresh(body.refresh_token, ip),
  });
  const ownSession = defineOpenModule("staff_own_session", ownSessionContract, {
    unlock: async ({ body }, { caller, ip }) => {
      if (caller.type !== "staff" || caller.sessionId === null)
        throw new AppError("forbidden", "Only a member of staff has a page to open again.");
      await auth.unlock(caller.id, body.pin, ip);
    },
    logout: async (_input, { caller, ip }) => {
      if (caller.type !== "staff" || caller.sessionId === null)
        throw new AppError("forbidden", "Only a member of staff can sign out.");
      await auth.signOut(caller.sessionId, caller.id, ip);
    },
  });
  const { authenticate } = node.policy;
  mountSurface(app, openSurface(node, { rules: openRules, bodyLimit }), [signIn]);
  mountSurface(app, openSurface(node, { rules: sessionRules, authenticate, bodyLimit }), [
    ownSession,
  ]);
}
