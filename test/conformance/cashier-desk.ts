import type * as z from "zod";
import { cashierShiftsContract } from "@edgeward/shared/clinical/cashier-shifts/cashier-shifts.contract.ts";
import { invoicesContract } from "@edgeward/shared/clinical/invoices/invoices.contract.ts";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { paymentsContract } from "@edgeward/shared/clinical/payments/payments.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import type { Chance } from "@edgeward/hub/demo/chance.ts";

type Paid = z.input<typeof paymentsContract.create.body>;
type Tender = NonNullable<Paid["tenders"]>[number];
type ShiftChange = z.input<typeof cashierShiftsContract.update.body>;

// What is in circulation, in paise, the largest first.
const pieces = [50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 1] as const;
let references = 0;

/** A reference of UPI that nobody has used. */
function nextReference(): string {
  references += 1;
  return String(500_000_000_000 + references);
}

/** What was paid in a shift, as far as it can be paid back. */
interface Receipt {
  readonly id: string;
  readonly tenders: readonly Tender[];
  /** Whether nothing of it was paid back yet. */
  isWhole: boolean;
}

/** What lies in a drawer and what came by other means, counted as it happens and by nothing of the product's. */
class Drawer {
  readonly #sums = new Map<string, readonly [received: bigint, returned: bigint]>();
  cash: bigint;

  constructor(float: number) {
    this.cash = BigInt(float);
  }

  receive(tenders: readonly Tender[]): void {
    for (const { method, amount_minor: amount } of tenders) {
      const [received, returned] = this.#sums.get(method) ?? [0n, 0n];
      this.#sums.set(method, [received + BigInt(amount), returned]);
      if (method === "cash") this.cash += BigInt(amount);
    }
  }

  giveBack(tenders: readonly Tender[]): void {
    for (const { method, amount_minor: amount } of tenders) {
      const [received, returned] = this.#sums.get(method) ?? [0n, 0n];
      this.#sums.set(method, [received, returned + BigInt(amount)]);
      if (method === "cash") this.cash -= BigInt(amount);
    }
  }

  /** By each means that was used, as a shift says it. */
  get takings() {
    return [...this.#sums].map(([method, [received, returned]]) => ({
      method,
      received_minor: Number(received),
      returned_minor: Number(returned),
    }));
  }
}

/** A sum in notes and coins. */
function inPieces(sum: number) {
  let rest = sum;
  return pieces
    .map((value) => {
      const count = Math.floor(rest / value);
      rest -= count * value;
      return { value_minor: value, pieces: count };
    })
    .filter((one) => one.pieces > 0);
}

/** A cashier at a drawer in one shift, who does what chance has people do, and counts along. */
export class CashierDesk {
  readonly drawer: Drawer;
  readonly #shiftId: string;
  readonly #client: Client;
  readonly #chance: Chance;
  readonly #patientId: string;
  readonly #receipts: Receipt[] = [];

  private constructor(
    client: Client,
    chance: Chance,
    patientId: string,
    shift: { readonly id: string; readonly float_minor: number },
  ) {
    this.#shiftId = shift.id;
    this.#client = client;
    this.#chance = chance;
    this.#patientId = patientId;
    this.drawer = new Drawer(shift.float_minor);
  }

  /** Opens a shift for a patient of its own. */
  static async open(client: Client, chance: Chance, counter: string): Promise<CashierDesk> {
    const patient = { name: "Asha Patil", gender: "female", dob: "1990-04-01" } as const;
    const { id } = (await client.call(patientsContract.create, { body: patient })).body;
    const body = { counter, float_minor: chance.happens(0.1) ? 0 : chance.int(1, 500_000) };
    const shift = (await client.call(cashierShiftsContract.create, { body })).body;
    return new CashierDesk(client, chance, id, { id: shift.id, float_minor: body.float_minor });
  }

  /** Something that happens at a drawer. */
  async act(): Promise<void> {
    const acts = [
      { weight: 6, act: () => this.#takeForBill() },
      { weight: 2, act: () => this.#takeAhead() },
      { weight: 2, act: () => this.#payBack() },
      { weight: 1, act: () => this.#void() },
      { weight: 1, act: () => this.#payIn() },
      { weight: 1, act: () => this.#payOut() },
    ];
    await this.#chance.weighted(acts).act();
  }

  /** What is found in the drawer: all of it, or some too much or too little; a sum, or by notes and coins. */
  found(): { readonly sum: number; readonly count: NonNullable<ShiftChange["count"]> } {
    const right = Number(this.drawer.cash);
    const isOff = this.#chance.happens(0.3);
    const sum = isOff ? Math.max(0, right + this.#chance.int(-5_000, 5_000)) : right;
    const notes = inPieces(sum);
    const isByPieces = notes.length > 0 && this.#chance.happens(0.5);
    return { sum, count: isByPieces ? { denominations: notes } : { sum_minor: sum } };
  }

  async change(body: ShiftChange, client: Client = this.#client) {
    const request = { params: { id: this.#shiftId }, body };
    return (await client.call(cashierShiftsContract.update, request)).body;
  }

  async read() {
    const request = { params: { id: this.#shiftId } };
    return (await this.#client.call(cashierShiftsContract.get, request)).body;
  }

  async #pay(body: Paid): Promise<string> {
    const request = { body: { ...body, cashier_shift_id: this.#shiftId } };
    return (await this.#client.call(paymentsContract.create, request)).body.id;
  }

  /** An amount in one part, or in several by different means. */
  #tenders(amount: number): readonly Tender[] {
    const cash = this.#chance.int(0, amount);
    const others = [
      { method: "upi", reference: nextReference() },
      { method: "card" },
      { method: "wallet" },
    ] as const;
    if (this.#chance.happens(0.6)) return [{ method: "cash", amount_minor: amount }];
    const other = { ...this.#chance.pick(others), amount_minor: amount - cash };
    return [{ method: "cash", amount_minor: cash } as const, other].filter(
      ({ amount_minor: part }) => part > 0,
    );
  }

  async #take(body: Paid, tenders: readonly Tender[]): Promise<void> {
    const cash = tenders.find(({ method }) => method === "cash")?.amount_minor ?? 0;
    // What is given back at once never was in the drawer.
    const more =
      cash > 0 && this.#chance.happens(0.4)
        ? { tendered_minor: Math.ceil(cash / 50_000) * 50_000 }
        : {};
    const id = await this.#pay({ ...body, ...more, tenders: [...tenders] });
    this.drawer.receive(tenders);
    this.#receipts.push({ id, tenders, isWhole: true });
  }

  async #takeForBill(): Promise<void> {
    const price = this.#chance.int(1, 300_000);
    const lines = [{ description: "Dressing", unit_price_minor: price }];
    const bill = { patient_id: this.#patientId, invoice_type: "opd", lines } as const;
    const { id, due_minor: due } = (
      await this.#client.call(invoicesContract.create, { body: bill })
    ).body;
    const amount = this.#chance.happens(0.7) ? due : this.#chance.int(1, due);
    await this.#take({ invoice_id: id }, this.#tenders(amount));
  }

  async #takeAhead(): Promise<void> {
    const body = { kind: "advance", patient_id: this.#patientId } as const;
    await this.#take(body, this.#tenders(this.#chance.int(1, 200_000)));
  }

  #wholeReceipts(): readonly Receipt[] {
    return this.#receipts.filter(({ isWhole }) => isWhole);
  }

  async #payBack(): Promise<void> {
    const [receipt] = this.#wholeReceipts();
    const sum = receipt?.tenders.reduce((all, one) => all + one.amount_minor, 0) ?? 0;
    const most = Math.min(sum, Number(this.drawer.cash));
    if (receipt === undefined || most === 0) return;
    const tenders = [{ method: "cash", amount_minor: this.#chance.int(1, most) } as const];
    await this.#pay({ kind: "refund", payment_of_id: receipt.id, reason: "Not done", tenders });
    this.drawer.giveBack(tenders);
    receipt.isWhole = false;
  }

  async #void(): Promise<void> {
    const receipt = this.#wholeReceipts().at(-1);
    if (receipt === undefined) return;
    const cash = receipt.tenders.find(({ method }) => method === "cash")?.amount_minor ?? 0;
    if (BigInt(cash) > this.drawer.cash) return;
    await this.#pay({ kind: "void", payment_of_id: receipt.id, reason: "Another patient's" });
    this.drawer.giveBack(receipt.tenders);
    receipt.isWhole = false;
  }

  async #payIn(): Promise<void> {
    const amount = this.#chance.int(1, 100_000);
    await this.change({
      movement: { kind: "pay_in", amount_minor: amount, reason: "Change from the bank" },
    });
    this.drawer.cash += BigInt(amount);
  }

  async #payOut(): Promise<void> {
    const most = Number(this.drawer.cash);
    if (most === 0) return;
    const amount = this.#chance.int(1, most);
    await this.change({
      movement: { kind: "pay_out", amount_minor: amount, reason: "To the bank" },
    });
    this.drawer.cash -= BigInt(amount);
  }
}
