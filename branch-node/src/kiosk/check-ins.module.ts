import { attemptsWithin } from "@edgeward/shared/http/attempt-limits.ts";
import { phoneDigits } from "@edgeward/shared/kernel/text.ts";
import { RateLimiter } from "@edgeward/shared/pipeline/rate-limit.ts";
import { languagesOfScreens } from "@edgeward/shared/clinical/screen-settings/screen-settings.commands.ts";
import type { WriteContext } from "@edgeward/shared/resource/context.ts";
import { defineModule, type Module } from "@edgeward/shared/resource/module.ts";
import {
  callingKiosk,
  checkIn,
  findMatches,
  registerAtKiosk,
  type FindBody,
} from "./check-ins.commands.ts";
import { checkInsContract, type CheckInMatch } from "./check-ins.contract.ts";
import { openDepartments } from "./check-ins.queries.ts";
import { MatchHandles } from "./match-handles.ts";

const idleSeconds = 45;
const warningSeconds = 15;

// A patient's number follows on the one before: a kiosk looks no faster than people step before it.
const lookRule = { burst: 30, perMinute: 20 } as const;

// The year behind a telephone number can be guessed, so whoever does waits, at that kiosk and for that number alone. A scan
// cannot be guessed, and neither does a new patient's number, which finds nobody, keep the next one waiting.
async function findByPhone(
  ctx: WriteContext,
  phone: string,
  look: () => Promise<readonly CheckInMatch[]>,
): Promise<readonly CheckInMatch[]> {
  const name = phoneDigits(phone);
  const entry = { purpose: "kiosk_phone", name, address: callingKiosk(ctx) } as const;
  const attempts = attemptsWithin(ctx.session, entry, ctx.now());
  await attempts.check();
  const found = await look();
  await (found.length === 0 ? attempts.failed() : attempts.passed());
  return found;
}

/** The check-in kiosk's endpoints. @param now milliseconds since the epoch */
export function checkInsModule(now: () => number): Module {
  const handles = new MatchHandles(now);
  const looks = new RateLimiter(lookRule, now);
  const find = (ctx: WriteContext, body: FindBody) => {
    looks.take(callingKiosk(ctx));
    const look = () => findMatches(ctx, handles, body);
    return "scan" in body ? look() : findByPhone(ctx, body.phone, look);
  };
  return defineModule("check-ins", checkInsContract, {
    setting: async (_input, ctx) => {
      const departments = await openDepartments(ctx);
      return {
        branch_name: ctx.branch.name,
        departments: departments.map(({ department }) => department),
        department_names: [...departments],
        languages: [...(await languagesOfScreens(ctx, ctx.branch.id))],
        idle_seconds: idleSeconds,
        warning_seconds: warningSeconds,
      };
    },

    find: async ({ body }, ctx) => ({ matches: [...(await find(ctx, body))] }),

    checkIn: async ({ body }, ctx) =>
      checkIn(ctx, handles.take(callingKiosk(ctx), body.match_id), body.department),

    register: ({ body }, ctx) => registerAtKiosk(ctx, body),
  });
}
