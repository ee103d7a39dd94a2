import type * as z from "zod";
import type { dispensesContract } from "@edgeward/shared/clinical/dispenses/dispenses.contract.ts";
import type { DispenseStatus } from "@edgeward/shared/clinical/dispenses/dispense-parts.contract.ts";
import { mostOf } from "@edgeward/shared/clinical/dispenses/dispense-rules.contract.ts";
import type { TextId } from "#ui/i18n/text.ts";
import type { Tone } from "#ui/kit/surfaces.tsx";

/** What was given out, or is being made ready. */
export type Dispense = z.output<typeof dispensesContract.get.response>;

/** The parts of the pharmacy's work list, in the order of the work. */
export const pharmacyParts = ["open", "ready", "done"] as const;

/** One of the parts. */
export type PharmacyPart = (typeof pharmacyParts)[number];

/** What stands in the address of the work list. */
export interface PharmacySearch {
  readonly part?: PharmacyPart | undefined;
}

/** Reads an address of the work list; what it cannot mean is left out. */
export function pharmacySearch({ part }: Readonly<Record<string, unknown>>): PharmacySearch {
  return { part: pharmacyParts.find((known) => known === part) };
}

/** How a state of a dispense is shown. */
export const dispenseLooks: Readonly<
  Record<DispenseStatus, { readonly text: TextId; readonly tone: Tone }>
> = {
  preparation: { text: "dispenseState.preparation", tone: "warning" },
  ready: { text: "dispenseState.ready", tone: "info" },
  completed: { text: "dispenseState.completed", tone: "good" },
  cancelled: { text: "dispenseState.cancelled", tone: "neutral" },
  declined: { text: "dispenseState.declined", tone: "neutral" },
  partially_returned: { text: "dispenseState.partially_returned", tone: "warning" },
  returned: { text: "dispenseState.returned", tone: "neutral" },
};

/** Whether a dispense is still to be handed over. */
export function isOpenDispense({ status }: Pick<Dispense, "status">): boolean {
  return status === "preparation" || status === "ready";
}

/** Whether nothing of it was given out in the end. */
export function isUndone({ status }: Pick<Dispense, "status">): boolean {
  return status === "cancelled" || status === "declined";
}

/** Whether something of it can come back. */
export function isReturnable({ status }: Pick<Dispense, "status">): boolean {
  return status === "completed" || status === "partially_returned";
}

type Given = Pick<Dispense, "status"> & {
  readonly lines: readonly Pick<Dispense["lines"][number], "rx_item_id" | "quantity">[];
};

/** How many units of each prescribed medicine were taken off the shelf for it, also what is not handed over yet. */
export function givenOf(dispenses: readonly Given[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const one of dispenses) {
    const { lines } = one;
    if (isUndone(one)) continue;
    for (const { rx_item_id: id, quantity } of lines)
      if (id !== null) sums.set(id, (sums.get(id) ?? 0) + quantity);
  }
  return sums;
}

/** How much of a prescribed medicine may be given out, was, and is left; and how much one fill of it is. */
export function amountsOf(
  item: { readonly id: string; readonly quantity: number; readonly refills: number },
  given: ReadonlyMap<string, number>,
) {
  const most = mostOf(item);
  const was = given.get(item.id) ?? 0;
  const left = Math.max(0, most - was);
  return { most, given: was, left, fill: Math.min(left, Math.ceil(item.quantity)) };
}
