import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Answer } from "#support/product-http.ts";
import type { NodeName, Product } from "#support/product.ts";
import { newPatient, textOf } from "#offline/front-desk.ts";

/** A write that was answered with 201. */
export interface Acknowledged {
  readonly node: NodeName;
  readonly kind: "patient" | "token" | "bill" | "payment" | "receipt";
  readonly id: string;
}

interface Attempt {
  readonly node: NodeName;
  readonly kind: Acknowledged["kind"];
  readonly path: string;
  readonly key: string;
  readonly body: Readonly<Record<string, unknown>>;
}

// What a node may say that has just lost its database, or still has the first attempt in hand.
const passing: ReadonlySet<number> = new Set([409, 429, 500, 502, 503]);
const againAfterMs = 20;
// A slip takes the printer about a tenth of a second; more tokens than this and it would still be printing at midnight.
const patientsPerToken = 6;
const patientsPerBill = 9;

/** What each bill comes to, in paise. */
export const billMinor = 25_000;

interface People {
  readonly desk: number;
  readonly hub: number;
  /** The open drawer into which the desk's bills are paid. */
  readonly drawer: string;
  /** Of so many whom the desk serves one is billed; of nine where it is not said. */
  readonly patientsPerBill?: number;
}

/**
 * People at a desk who register, give tokens, and take money with a receipt, and others who register at the hub; all go on,
 * whatever is killed.
 */
export class MixedLoad {
  readonly acknowledged: Acknowledged[] = [];
  /** Answers that no fault explains. */
  readonly surprises: string[] = [];
  readonly #product: Product;
  readonly #unsure: Attempt[] = [];
  readonly #drawer: string;
  readonly #patientsPerBill: number;
  readonly #people: readonly Promise<void>[];
  readonly #ending = new AbortController();

  constructor(product: Product, people: People) {
    this.#product = product;
    this.#drawer = people.drawer;
    this.#patientsPerBill = people.patientsPerBill ?? patientsPerBill;
    this.#people = [
      ...Array.from({ length: people.desk }, () => this.#workAtDesk()),
      ...Array.from({ length: people.hub }, () => this.#workAtHub()),
    ];
  }

  /** Ends the load; resolves when the last request has come to its end. */
  async end(): Promise<void> {
    this.#ending.abort();
    await Promise.all(this.#people);
  }

  /** Asks again, with the same keys, for what nobody knows whether it was done. */
  async clearUp(): Promise<void> {
    for (const attempt of this.#unsure.splice(0)) await this.#once(attempt);
  }

  /** The ids of what was acknowledged. */
  ids(kind: Acknowledged["kind"], node?: NodeName): readonly string[] {
    return this.acknowledged
      .filter((one) => one.kind === kind && (node === undefined || one.node === node))
      .map(({ id }) => id);
  }

  async #workAtDesk(): Promise<void> {
    for (let served = 0; !this.#ending.signal.aborted; served += 1) {
      const patientId = await this.#insist("branch", "patient", "/v1/patients", newPatient());
      if (patientId === null) return;
      if (served % this.#patientsPerBill === 0) await this.#bill(patientId);
      if (served % patientsPerToken !== 0) continue;
      await this.#insist("branch", "token", "/v1/appointments", {
        patient_id: patientId,
        provider_id: this.#product.demo.provider_id,
        source: "walk_in",
      });
    }
  }

  async #bill(patientId: string): Promise<void> {
    const billId = await this.#insist("branch", "bill", "/v1/invoices", {
      patient_id: patientId,
      invoice_type: "opd",
      lines: [{ description: "Dressing", unit_price_minor: billMinor }],
    });
    if (billId === null) return;
    const paymentId = await this.#insist("branch", "payment", "/v1/payments", {
      invoice_id: billId,
      cashier_shift_id: this.#drawer,
      tenders: [{ method: "cash", amount_minor: billMinor }],
    });
    if (paymentId === null) return;
    await this.#insist("branch", "receipt", "/v1/print-jobs", {
      document_type: "receipt",
      source_id: paymentId,
    });
  }

  async #workAtHub(): Promise<void> {
    while (!this.#ending.signal.aborted) {
      await this.#insist("hub", "patient", "/v1/patients", newPatient());
      await delay(againAfterMs);
    }
  }

  // As any client should, it asks with the same key until it knows.
  async #insist(
    node: NodeName,
    kind: Acknowledged["kind"],
    path: string,
    body: Attempt["body"],
  ): Promise<string | null> {
    const attempt = { node, kind, path, body, key: randomUUID() };
    for (;;) {
      const answer = await this.#once(attempt);
      if (answer !== null) return textOf(answer, "id");
      if (this.#ending.signal.aborted) {
        this.#unsure.push(attempt);
        return null;
      }
      await delay(againAfterMs);
    }
  }

  async #once({ node, kind, path, key, body }: Attempt): Promise<Answer | null> {
    const headers = { "idempotency-key": key };
    const answer = await this.#product.call(node, "POST", path, body, headers).catch(() => null);
    if (answer === null) return null;
    if (answer.status === 201) {
      this.acknowledged.push({ node, kind, id: textOf(answer, "id") });
      return answer;
    }
    if (!passing.has(answer.status))
      this.surprises.push(`${answer.status} ${path} ${JSON.stringify(answer.body)}`);
    return null;
  }
}
