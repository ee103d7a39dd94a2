import assert from "node:assert/strict";
import { createIdSource } from "@edgeward/shared/kernel/ids.ts";
import type { Answer } from "#support/product-http.ts";
import { startProduct, type Product } from "#support/product.ts";
import { until } from "#support/until.ts";
import { registerPatient } from "#offline/front-desk.ts";
import { enrolHandNode, type HandNode } from "./hand-node.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** A row as a node gives it back. */
export interface Given {
  readonly table: string;
  readonly row: Fields;
}

export const newId = createIdSource(Date.now);

/** As the hub's own clock writes it. @param ms milliseconds since the epoch */
export function stampAt(ms: number): string {
  return `${ms}-0000-hub`;
}

function isOf(one: unknown, table: string, id: unknown): boolean {
  if (typeof one !== "object" || one === null || !("table" in one) || !("id" in one)) return false;
  return one.table === table && one.id === id;
}

/** A hub that is put back to a backup, with the nodes of two branches that give back what it has lost. */
export class RestoredHub {
  readonly product: Product;
  readonly node: HandNode;
  readonly other: HandNode;
  readonly #nonces = new Map<HandNode, unknown>();

  private constructor(product: Product, node: HandNode, other: HandNode) {
    this.product = product;
    this.node = node;
    this.other = other;
  }

  static async start(): Promise<RestoredHub> {
    const product = await startProduct({ hubOnly: true });
    const { tenant_id: tenant, branch_id: first } = product.demo;
    const [row] = await product.hubRows(
      "SELECT id FROM branches WHERE tenant_id = $1 AND id <> $2",
      [tenant, first],
    );
    const node = await enrolHandNode(product, String(row?.["id"]));
    return new RestoredHub(product, node, await enrolHandNode(product, first));
  }

  async stop(): Promise<void> {
    await this.other.stop();
    await this.node.stop();
    await this.product.stop();
  }

  /** Gets in touch as a node does. */
  async hello(from: HandNode, more: Fields = {}): Promise<Answer> {
    const answer = await from.post("/v1/sync/hello", {
      epoch: from.identity.epoch,
      next_seq: 1,
      install_id: `install-of-${from.identity.nodeId}`,
      is_forked: false,
      schema: 2,
      answered_seq: 0,
      incarnation: null,
      nonce: this.#nonces.get(from) ?? null,
      ...more,
    });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    this.#nonces.set(from, answer.body["nonce"]);
    return answer;
  }

  async #stateOf(name: string): Promise<unknown> {
    const sql = "SELECT state_value FROM hub_state WHERE state_name = $1";
    return (await this.product.hubRows(sql, [name]))[0]?.["state_value"];
  }

  /** The hub notices that it was put back to a backup: a node has an answer that it does not know of. */
  async notice(): Promise<void> {
    await this.hello(this.node);
    const before = await this.#stateOf("incarnation");
    await this.hello(this.node, { next_seq: 9, answered_seq: 8 });
    await until("the hub begins another incarnation", 20_000, async () => {
      return (await this.#stateOf("incarnation")) !== before;
    });
  }

  /** A record as the hub has it, and so as a branch that it was sent to. */
  async keptRow(table: string, id: string): Promise<Fields> {
    const sql = `SELECT to_jsonb(t) AS kept FROM ${table} t WHERE id = $1`;
    const kept = (await this.product.hubRows(sql, [id]))[0]?.["kept"];
    if (typeof kept !== "object" || kept === null) throw new Error(`there is no ${table}/${id}`);
    return { ...kept };
  }

  /** Takes a record away that the backup does not have. */
  async lose(table: string, id: string): Promise<void> {
    await this.product.hubRows("DELETE FROM claims WHERE entity_id = $1", [id]);
    await this.product.hubRows("DELETE FROM search_keys WHERE entity_id = $1", [id]);
    await this.product.hubRows(`DELETE FROM ${table} WHERE id = $1`, [id]);
  }

  async registered(more: Fields = {}): Promise<Fields> {
    return this.keptRow("patients", await registerPatient(this.product, "hub", more));
  }

  giveBack(rows: readonly Given[], key = newId("bat"), from = this.node): Promise<Answer> {
    return from.post("/v1/sync/lost-rows", { rows }, key);
  }

  /** Gives rows back. @returns of each the code by which it is kept for a person, or that it was taken */
  async codesOf(rows: readonly Given[]): Promise<readonly string[]> {
    const { status, body } = await this.giveBack(rows);
    assert.equal(status, 200, JSON.stringify(body));
    const refused: readonly unknown[] = Array.isArray(body["refused"]) ? body["refused"] : [];
    return rows.map(({ table, row }) => {
      const found = refused.find((one) => isOf(one, table, row["id"]));
      return typeof found === "object" && found !== null && "code" in found
        ? String(found.code)
        : "taken";
    });
  }

  keptAside(): Promise<readonly Fields[]> {
    return this.product.hubRows(
      `SELECT op_id, outcome, result->>'code' AS code, result->>'message' AS message FROM received_operations
        WHERE node_id = $1 AND operation_type = 'sync.lost_row' ORDER BY seq`,
      [this.node.identity.nodeId],
    );
  }
}
