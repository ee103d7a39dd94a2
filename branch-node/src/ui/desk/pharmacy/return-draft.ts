import { returnedOf } from "@edgeward/shared/clinical/dispenses/dispense-rules.contract.ts";
import { readUnits } from "./dispense-draft.ts";
import type { Dispense } from "./pharmacy-list.ts";

/** A line of a dispense, and how much of it can still come back. */
interface Returnable {
  readonly line: Dispense["lines"][number];
  readonly left: number;
}

/** The lines of a dispense with how much of each is still there to come back. */
export function returnable({
  lines,
  returns,
}: Pick<Dispense, "lines" | "returns">): readonly Returnable[] {
  const back = returnedOf(returns);
  return lines.map((line) => ({ line, left: line.quantity - (back.get(line.id) ?? 0) }));
}

type Typed = Readonly<Record<string, string>>;

/** What comes back by what is typed at the lines. */
export function returnedLines(lines: readonly Returnable[], typed: Typed, reason: string) {
  return lines.flatMap(({ line: { id } }) => {
    const quantity = readUnits(typed[id] ?? "");
    return quantity === null ? [] : [{ line_id: id, quantity, reason: reason.trim() }];
  });
}

const shortestReason = 3;

/** What is lacking before it can be sent. */
export function returnGaps(
  lines: readonly Returnable[],
  typed: Typed,
  reason: string,
): readonly ("none" | "quantity" | "reason")[] {
  const said = lines.filter(({ line: { id } }) => (typed[id] ?? "").trim() !== "");
  const isWrong = said.some(({ line: { id }, left }) => {
    const units = readUnits(typed[id] ?? "");
    return units === null || units > left;
  });
  return [
    ...(said.length === 0 ? ["none" as const] : []),
    ...(isWrong ? ["quantity" as const] : []),
    ...(reason.trim().length < shortestReason ? ["reason" as const] : []),
  ];
}
