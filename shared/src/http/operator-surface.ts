import { timingSafeEqual } from "node:crypto";
import { operatorRules } from "#contract/surface-rules.ts";
import { AppError } from "#kernel/errors.ts";
import type { OpenScope } from "#resource/context.ts";
import { header } from "#pipeline/call.ts";
import { openSurface, outsideCaller } from "#pipeline/open-surface.ts";
import type { Surface } from "#pipeline/surface.ts";
import type { AttemptLimits } from "./attempt-limits.ts";

const usualLimit = 65_536;
const operator = outsideCaller("operator");

/** Who the operator is, and how many may try to be. */
export interface OperatorAccess {
  readonly token: string;
  readonly attempts: AttemptLimits;
}

/** A surface for the operator's command: guarded by a token that only the operator can read. @param bodyLimit bytes */
export function operatorSurface(
  node: Surface,
  { token, attempts }: OperatorAccess,
  bodyLimit = usualLimit,
): Surface<OpenScope> {
  const expected = Buffer.from(`Bearer ${token}`);
  return openSurface(node, {
    rules: operatorRules,
    bodyLimit,
    authenticate: async (call) => {
      const given = Buffer.from(header(call, "authorization") ?? "");
      const isRight = given.length === expected.length && timingSafeEqual(given, expected);
      if (isRight) return operator;
      if (given.length > 0) await attempts.failed({ purpose: "operator_token", address: call.ip });
      throw new AppError("unauthorized", "The operator's token is needed here.");
    },
  });
}
