import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { NodeName, Product } from "#support/product.ts";
import { until } from "#support/until.ts";
import { newPatient, textOf } from "./front-desk.ts";

/** Whether the long variants run, for which nobody waits at a desk. */
export const isSoak = process.env["EDGEWARD_SOAK"] === "1";

interface Attempt {
  readonly key: string;
  readonly body: ReturnType<typeof newPatient>;
}

/** Writers at a node's door that go on, whatever happens to the node. */
export class Load {
  /** The ids of what was answered with 201. */
  readonly acknowledged: string[] = [];
  /** Keys of what was answered with 201. */
  readonly keys: string[] = [];
  readonly #product: Product;
  readonly #node: NodeName;
  readonly #unsure: Attempt[] = [];
  readonly #writers: Promise<void>[];
  #isEnding = false;

  constructor(product: Product, writers: number, node: NodeName = "branch") {
    this.#product = product;
    this.#node = node;
    this.#writers = Array.from({ length: writers }, () => this.#write());
  }

  /** Waits until so many more writes have been answered, however slow the machine is. */
  async answered(more: number, patienceMs: number): Promise<void> {
    const wanted = this.acknowledged.length + more;
    const isDone = () => this.acknowledged.length >= wanted;
    await until(`${more} more writes are answered`, patienceMs, isDone);
  }

  /** Ends the load; resolves when the last request has come to its end. */
  async end(): Promise<void> {
    this.#isEnding = true;
    await Promise.all(this.#writers);
  }

  /** Asks again, with the same keys, for what nobody knows whether it was done. */
  async clearUp(): Promise<void> {
    for (const attempt of this.#unsure.splice(0)) await this.#try(attempt);
  }

  // As any client should, it asks with the same key until it knows.
  async #write(): Promise<void> {
    while (!this.#isEnding) {
      const attempt = { key: randomUUID(), body: newPatient() };
      while (!(await this.#try(attempt))) {
        if (this.#isEnding) {
          this.#unsure.push(attempt);
          return;
        }
        await delay(20);
      }
    }
  }

  async #try(attempt: Attempt): Promise<boolean> {
    try {
      const headers = { "idempotency-key": attempt.key };
      const answer = await this.#product.call(
        this.#node,
        "POST",
        "/v1/patients",
        attempt.body,
        headers,
      );
      if (answer.status !== 201) throw new Error(`answered ${answer.status}`);
      this.acknowledged.push(textOf(answer, "id"));
      this.keys.push(attempt.key);
      return true;
    } catch {
      return false;
    }
  }
}
