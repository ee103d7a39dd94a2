import { AppError } from "@edgeward/shared/kernel/errors.ts";
import { phoneDigits } from "@edgeward/shared/kernel/text.ts";
import { defineModule, type Module } from "@edgeward/shared/resource/module.ts";
import { createLockout, type Lockout } from "#staff/lockout.ts";
import { callingKiosk, checkIn, findMatches, registerAtKiosk } from "./check-ins.commands.ts";
import { checkInsContract } from "./check-ins.contract.ts";
import { departmentOf, doctorsOf } from "./check-ins.queries.ts";
import { MatchHandles } from "./match-handles.ts";

const idleSeconds = 45;
const warningSeconds = 15;

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
  });
}
