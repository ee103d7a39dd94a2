import { verify } from "@node-rs/argon2";
import { AppError } from "@edgeward/shared/kernel/errors.ts";
import { phoneDigits } from "@edgeward/shared/kernel/text.ts";
import type { WriteContext } from "@edgeward/shared/resource/context.ts";
import { defineModule, type Module } from "@edgeward/shared/resource/module.ts";
import { createLockout, type Lockout } from "#staff/lockout.ts";
import { callingKiosk, checkIn, findMatches, registerAtKiosk } from "./check-ins.commands.ts";
import { checkInsContract } from "./check-ins.contract.ts";
import { departmentOf, doctorsOf } from "./check-ins.queries.ts";
import { MatchHandles } from "./match-handles.ts";

const idleSeconds = 45;
const warningSeconds = 15;

async function nameBehindPin(ctx: WriteContext, username: string, pin: string): Promise<string> {
  const row = await ctx.db
    .selectFrom("staff_credentials")
    .innerJoin("staff", (join) =>
      join
        .onRef("staff.id", "=", "staff_credentials.staff_id")
        .onRef("staff.tenant_id", "=", "staff_credentials.tenant_id"),
    )
    .select(["staff.name", "staff_credentials.pin_verifier"])
    .where("staff_credentials.tenant_id", "=", ctx.tenantId)
    .where("staff_credentials.username", "=", username.trim().toLowerCase())
    .where("staff_credentials.status", "=", "active")
    .where("staff.status", "=", "active")
    .executeTakeFirst();
  const verifier = row?.pin_verifier ?? null;
  if (row !== undefined && verifier !== null && (await verify(verifier, pin))) return row.name;
  throw new AppError("invalid_credentials", "The user name or the PIN is wrong.");
}

/** Whoever fails too often waits; the work itself decides what a failure is. */
async function guarded<T>(
  lockout: Lockout,
  name: string,
  work: () => Promise<T>,
  isFailure: (result: T) => boolean,
): Promise<T> {
  lockout.check(name);
  try {
    const result = await work();
    if (isFailure(result)) lockout.failed(name);
    else lockout.passed(name);
    return result;
  } catch (error) {
    if (error instanceof AppError) lockout.failed(name);
    throw error;
  }
}

/** The check-in kiosk's endpoints. @param now milliseconds since the epoch */
export function checkInsModule(now: () => number): Module {
  const handles = new MatchHandles(now);
  const looks = createLockout(now);
  const exits = createLockout(now);
  return defineModule("check-ins", checkInsContract, {
    setting: async (_input, ctx) => {
      const doctors = await doctorsOf(ctx);
      return {
        branch_name: ctx.branch.name,
        departments: [...new Set(doctors.map(departmentOf))].toSorted((one, other) =>
          one.localeCompare(other),
        ),
        idle_seconds: idleSeconds,
        warning_seconds: warningSeconds,
      };
    },

    // The year behind a telephone number can be guessed, at any kiosk. A scan cannot, and neither does a new patient's
    // number, which finds nobody, keep the next one waiting.
    find: async ({ body }, ctx) => {
      const look = () => findMatches(ctx, handles, body);
      const matches =
        "scan" in body
          ? await look()
          : await guarded(looks, phoneDigits(body.phone), look, (found) => found.length === 0);
      return { matches: [...matches] };
    },

    checkIn: async ({ body }, ctx) =>
      checkIn(ctx, handles.take(callingKiosk(ctx), body.match_id), body.department),

    register: ({ body }, ctx) => registerAtKiosk(ctx, body),

    leave: async ({ body }, ctx) => {
      const name = await guarded(
        exits,
        callingKiosk(ctx),
        () => nameBehindPin(ctx, body.username, body.pin),
        () => false,
      );
      return { staff_name: name };
    },
  });
}
