import type { AttemptLimits } from "@edgeward/shared/http/attempt-limits.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { AppError } from "@edgeward/shared/kernel/errors.ts";
import type { ReadContext } from "@edgeward/shared/resource/context.ts";
import { defineDetachedModule, type Module } from "@edgeward/shared/resource/module.ts";
import { isPassword } from "@edgeward/shared/http/password-check.ts";
import { findStaff } from "@edgeward/shared/clinical/staff/staff.queries.ts";
import { findCredential, pinVerifierOf } from "#staff/credentials.ts";
import { callingKiosk } from "./check-ins.commands.ts";
import { kioskExitContract } from "./check-ins.contract.ts";

async function staffOf(ctx: ReadContext, username: string) {
  const now = isoInstant(ctx.now());
  const credential = await findCredential(ctx.session, ctx.tenantId, { username }, now);
  if (credential === undefined) return undefined;
  const person = await findStaff(ctx.db, ctx.tenantId, credential.staff_id);
  if (person?.status !== "active") return undefined;
  return { name: person.name, verifier: await pinVerifierOf(ctx.session, credential) };
}

/** How staff get out of the kiosk's page: outside of any transaction, for a PIN takes long to look at. */
export function kioskExitModule(attempts: AttemptLimits): Module {
  return defineDetachedModule("kiosk-exit", kioskExitContract, {
    leave: async ({ body }, ctx) => {
      const username = body.username.trim().toLowerCase();
      // Whoever stands before a kiosk guesses at that kiosk, whatever the name.
      const address = callingKiosk(ctx);
      const attempt = await attempts.take({ purpose: "staff_pin", address });
      const person = await ctx.read((reading) => staffOf(reading, username));
      const verifier = person?.verifier ?? null;
      const isRight = verifier !== null && (await isPassword(verifier, body.pin, attempt));
      if (person === undefined || !isRight)
        throw new AppError("invalid_credentials", "The username or the PIN is wrong.");
      await attempt.passed();
      return { staff_name: person.name };
    },
  });
}
