import type { Answer } from "#support/product-http.ts";
import type { NodeName, Product } from "#support/product.ts";

/** A member of an answer that has to be text. */
export function textOf(answer: Answer, name: string): string {
  const value = answer.body[name];
  if (typeof value === "string") return value;
  throw new Error(`no ${name} in an answer of ${answer.status}: ${JSON.stringify(answer.body)}`);
}

/** The code of a refusal; empty when there was none. */
export function codeOf(answer: Answer): string {
  const error = answer.body["error"];
  return typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
}

let registered = 0;

/** What a new patient's form says; every one has a name of their own. */
export function newPatient(more: Readonly<Record<string, unknown>> = {}) {
  registered += 1;
  return {
    name: `Kavita Joshi ${registered}`,
    gender: "female",
    age_years: 34,
    consent_status: "granted",
    ...more,
  };
}

/** Registers a patient; the write has to be taken. */
export async function registerPatient(
  product: Product,
  node: NodeName,
  more: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const answer = await product.call(node, "POST", "/v1/patients", newPatient(more));
  if (answer.status !== 201)
    throw new Error(`registering answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return textOf(answer, "id");
}

/** The first slot from tomorrow on that a node can give away, of the demo's first doctor. */
export async function freeSlot(product: Product, node: NodeName): Promise<string> {
  const day = (ahead: number) =>
    new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
  const query = `provider_id=${product.demo.provider_id}&date_from=${day(1)}&date_to=${day(7)}`;
  const { body } = await product.call(node, "GET", `/v1/appointments/slots?${query}`);
  const slots: readonly unknown[] = Array.isArray(body["data"]) ? body["data"] : [];
  for (const slot of slots) {
    if (
      typeof slot !== "object" ||
      slot === null ||
      !("available" in slot) ||
      slot.available !== true
    )
      continue;
    if ("start_at" in slot && typeof slot.start_at === "string") return slot.start_at;
  }
  throw new Error(`no free slot: ${JSON.stringify(body)}`);
}
