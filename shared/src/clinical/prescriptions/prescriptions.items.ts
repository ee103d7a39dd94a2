import { question } from "#db/question.ts";
import { sameJson } from "#kernel/canonical-json.ts";
import { fieldError, type FieldIssue } from "#kernel/errors.ts";
import type { WriteContext } from "#resource/context.ts";
import type { GivenItem, PrescribedItem } from "./prescription-parts.contract.ts";
import {
  isByWeight,
  quantityOf,
  quantityUnitOf,
  withoutDuration,
} from "./prescriptions.quantity.ts";

function wrong(path: string, code: FieldIssue["code"], message: string) {
  return fieldError({ path, code, message });
}

const drugs = question(
  (db, { tenantId, ids }: { readonly tenantId: string; readonly ids: readonly string[] }) =>
    db
      .selectFrom("items")
      .select(["id", "name"])
      .where("tenant_id", "=", tenantId)
      .where("id", "in", ids)
      .where("kind", "=", "drug"),
);

/** The names of the drugs that some medicines are by the list of items. @throws AppError invalid_reference */
async function drugNames(
  { db, tenantId }: Pick<WriteContext, "db" | "tenantId">,
  given: readonly GivenItem[],
): Promise<ReadonlyMap<string, string>> {
  const ids = given.flatMap(({ item_id: id }) => id ?? []);
  if (ids.length === 0) return new Map();
  const rows = await drugs(db, { tenantId, ids });
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  const unknown = given.findIndex(({ item_id: id }) => typeof id === "string" && !names.has(id));
  if (unknown >= 0) throw wrong(`items.${unknown}.item_id`, "invalid_reference", "names no drug");
  return names;
}

function refuseUnsaid(path: string, item: GivenItem): void {
  const isCustom = item.frequency === "custom";
  if (isCustom && !item.custom_text)
    throw wrong(`${path}.custom_text`, "validation_error", "is required: how often");
  if (!isCustom && item.custom_text)
    throw wrong(`${path}.custom_text`, "validation_error", "goes with the frequency custom");
  if (!item.duration_days && !withoutDuration.includes(item.frequency))
    throw wrong(`${path}.duration_days`, "validation_error", "is required");
}

function quantityIn(path: string, item: GivenItem, weightKg: number | null) {
  if (isByWeight(item.dose_unit) && weightKg === null)
    throw wrong("weight_kg", "validation_error", "is required: a dose is for every kilogram");
  if (item.quantity !== undefined)
    return { quantity: item.quantity, quantity_unit: quantityUnitOf(item) };
  const worked = quantityOf(item, weightKg);
  if (worked !== null) return worked;
  const message = "is required: dose, strength, form and days do not say it";
  throw wrong(`${path}.quantity`, "validation_error", message);
}

/** What is known of a prescription as its medicines are read. */
interface Known {
  readonly weightKg: number | null;
  /** The medicines that it had so far. */
  readonly before: readonly PrescribedItem[];
}

/**
 * The medicines of a prescription, with the quantity that each needs.
 * @throws AppError invalid_reference, validation_error, read_only_field, each by the field
 */
export async function prescribedItems(
  ctx: WriteContext,
  given: readonly GivenItem[],
  { weightKg, before }: Known,
): Promise<PrescribedItem[]> {
  const names = await drugNames(ctx, given);
  return given.map((item, index) => {
    const path = `items.${index}`;
    const name = item.drug_name ?? names.get(item.item_id ?? "");
    if (name === undefined)
      throw wrong(`${path}.drug_name`, "validation_error", "is required, or item_id");
    refuseUnsaid(path, item);
    const quantity = quantityIn(path, item, weightKg);
    const known = before.find(({ id }) => id === item.id);
    if (item.id !== undefined && known === undefined)
      throw wrong(`${path}.id`, "read_only_field", "is set by the server");
    if (item.quantity_unit !== undefined && !sameJson(item.quantity_unit, quantity.quantity_unit))
      throw wrong(`${path}.quantity_unit`, "read_only_field", "is set by the server");
    return {
      id: known?.id ?? ctx.newId("rxi"),
      item_id: item.item_id ?? null,
      drug_name: name,
      generic_name: item.generic_name,
      strength: item.strength ?? null,
      form: item.form,
      route: item.route,
      dose: item.dose,
      dose_unit: item.dose_unit,
      frequency: item.frequency,
      custom_text: item.custom_text ?? null,
      duration_days: item.duration_days ?? null,
      refills: item.refills ?? 0,
      as_needed: item.as_needed ?? false,
      instructions: item.instructions ?? null,
      substitution_allowed: item.substitution_allowed ?? true,
      start_date: item.start_date ?? null,
      ...quantity,
    };
  });
}
