import { timingSafeEqual } from "node:crypto";
import { operatorRules } from "#contract/surface-rules.ts";
import { AppError } from "#kernel/errors.ts";
import type { OpenScope } from "#resource/context.ts";
import { header } from "./call.ts";
import { openSurface, outsideCaller } from "./open-surface.ts";
import type { Surface } from "./surface.ts";

const usualLimit = 65_536;
const operator = outsideCaller("operator");

/** A surface for the operator's command: guarded by a token that only the operator can read. @param bodyLimit bytes */
export function operatorSurface(
  node: Surface,
  token: string,
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
      throw new AppError("unauthorized", "The operator's token is needed here.");
    },
  });
}
