import * as z from "zod";
import { Broken } from "./broken.ts";
import type { ReceivedOperation } from "./hub.ts";

const replyShape = z.object({
  results: z.array(
    z.looseObject({ op_id: z.string(), outcome: z.string(), code: z.string().optional() }),
  ),
});

type Result = z.output<typeof replyShape>["results"][number];

const quarantineOutcomes: ReadonlySet<string> = new Set(["held", "rejected"]);

function said({
  outcome,
  code = null,
}: Pick<Result, "outcome"> & { code?: string | null | undefined }) {
  return quarantineOutcomes.has(outcome) ? `${outcome} (${code ?? "-"})` : "taken";
}

/** What a hub has said of each operation: what it has taken stays taken, and what lies aside is told as it is. */
export class Answers {
  readonly #taken = new Set<string>();
  #truth: ReadonlyMap<string, string> | null = null;

  /** From now on nothing moves any more: every answer says what the hub keeps. */
  hold(received: readonly ReceivedOperation[]): void {
    this.#truth = new Map(received.map((one) => [one.operation.op_id, said(one)]));
  }

  /** Compares an answer with what was said before. @throws Broken */
  note(answer: unknown): void {
    for (const result of replyShape.parse(answer).results) this.#noteOne(result);
  }

  #noteOne(result: Result): void {
    const { op_id: opId } = result;
    const now = said(result);
    const is = this.#truth?.get(opId) ?? now;
    if (now !== is) throw new Broken(4, `${opId} is answered as ${now} and kept as ${is}`);
    if (now === "taken") this.#taken.add(opId);
    else if (this.#taken.has(opId)) throw new Broken(4, `${opId} was taken, and then ${now}`);
  }
}
