import * as z from "zod";
import { canonicalJson } from "@edgeward/shared/kernel/canonical-json.ts";
import { Broken } from "./broken.ts";

const replyShape = z.object({
  results: z.array(z.looseObject({ op_id: z.string(), outcome: z.string() })),
});

const quarantineOutcomes: ReadonlySet<string> = new Set(["held", "rejected"]);

/** What a hub has said of each operation: a later answer may say that it is known, and nothing else that is new. */
export class Answers {
  readonly #byOp = new Map<string, string>();

  /** Compares an answer with what was said before. @throws Broken */
  note(answer: unknown): void {
    for (const result of replyShape.parse(answer).results) this.#noteOne(result);
  }

  #noteOne(result: z.output<typeof replyShape>["results"][number]): void {
    const { op_id: opId, outcome } = result;
    const isQuarantined = quarantineOutcomes.has(outcome);
    const said = isQuarantined ? canonicalJson(result) : "taken";
    const before = this.#byOp.get(opId);
    if (before !== undefined && before !== said) {
      throw new Broken(4, `${opId} was first answered as ${before}, then as ${said}`);
    }
    this.#byOp.set(opId, said);
  }
}
