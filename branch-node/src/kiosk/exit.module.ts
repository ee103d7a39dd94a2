import type { AttemptLimits } from "@edgeward/shared/http/attempt-limits.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { AppError } from "@edgeward/shared/kernel/errors.ts";
import type { ReadContext } from "@edgeward/shared/resource/context.ts";
import { defineDetachedModule, type Module } from "@edgeward/shared/resource/module.ts";
import { isPassword } from "@edgeward/shared/http/password-check.ts";
import { callingKiosk } from "./check-ins.commands.ts";
import { kioskExitContract } from "./check-ins.contract.ts";

function credentialOf(ctx: ReadContext, username: string) {
  const now = isoInstant(ctx.now());
  return ctx.db
    .selectFrom("staff_credentials")
    .innerJoin("staff", (join) =>
      join
        .onRef("staff.id", "=", "staff_credentials.staff_id")
        .onRef("staff.tenant_id", "=", "staff_credentials.tenant_id"),
    )
    .select(["staff.name", "staff_credentials.pin_verifier"])
    .where("staff_credentials.tenant_id", "=", ctx.tenantId)
    .where("staff_credentials.username", "=", username)
    .where("staff_credentials.status", "=", "active")
    .where("staff.status", "=", "active")
    .where((is) =>
      is.or([
        is("staff_credentials.valid_until", "is", null),
        is("staff_credentials.valid_until", ">", now),
      ]),
    )
    .executeTakeFirst();
}

/** How staff get out of the kiosk's page: outside of any transaction, for a PIN takes long to look at. */
export function kioskExitModule(attempts: AttemptLimits): Module {
  return defineDetachedModule("kiosk-exit", kioskExitContract, {
    leave: async ({ body }, ctx) => {
      const username = body.username.trim().toLowerCase();
      // Whoever stands before a kiosk guesses at that kiosk, whatever the name.
      const address = callingKiosk(ctx);
      const attempt = await attempts.take({ purpose: "staff_pin", address });
      const row = await ctx.read((reading) => credentialOf(reading, username));
      const verifier = row?.pin_verifier ?? null;
      const isRight = verifier !== null && (await isPassword(verifier, body.pin));
      if (row === undefined || !isRight)
        throw new AppError("invalid_credentials", "The username or the PIN is wrong.");
      await attempt.passed();
      return { staff_name: row.name };
    },
  });
}
