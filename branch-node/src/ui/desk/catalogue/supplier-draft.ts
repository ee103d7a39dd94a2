import type * as z from "zod";
import type { suppliersContract } from "@edgeward/shared/clinical/suppliers/suppliers.contract.ts";
import type { RequestOf } from "@edgeward/shared/contract/endpoint.ts";
import { sameJson } from "@edgeward/shared/kernel/canonical-json.ts";
import { readCount } from "#ui/desk/stores/move-draft.ts";

/** A supplier of the tenant's list. */
export type Supplier = z.output<typeof suppliersContract.get.response>;

/** What is sent of a new supplier. */
export type SupplierBody = NonNullable<RequestOf<typeof suppliersContract.create>["body"]>;

/** What is sent of one that is changed. */
export type SupplierPatch = NonNullable<RequestOf<typeof suppliersContract.update>["body"]>;

/** A form in which nothing has been typed. */
export const emptySupplier = {
  code: "",
  name: "",
  gstin: "",
  pan: "",
  licence: "",
  contact: "",
  phone: "",
  email: "",
  line1: "",
  city: "",
  state: "",
  postalCode: "",
  terms: "",
  notes: "",
  status: "active",
};

/** A supplier, as it is typed. */
export type SupplierDraft = Readonly<typeof emptySupplier>;

/** A supplier as its form begins. */
export function supplierDraft(supplier: Supplier | null): SupplierDraft {
  if (supplier === null) return emptySupplier;
  const { address, payment_terms_days: terms } = supplier;
  return {
    code: supplier.code,
    name: supplier.name,
    gstin: supplier.gstin ?? "",
    pan: supplier.pan ?? "",
    licence: supplier.drug_licence_no ?? "",
    contact: supplier.contact_name ?? "",
    phone: supplier.phone ?? "",
    email: supplier.email ?? "",
    line1: address?.line1 ?? "",
    city: address?.city ?? "",
    state: address?.state ?? "",
    postalCode: address?.postal_code ?? "",
    terms: terms === null ? "" : String(terms),
    notes: supplier.notes ?? "",
    status: supplier.status,
  };
}

/** The fields of a supplier that cannot be sent as they are. */
export function supplierGaps(draft: SupplierDraft): readonly (keyof SupplierDraft)[] {
  const { code, name, terms } = draft;
  return [
    ...(code.trim() === "" ? ["code" as const] : []),
    ...(name.trim() === "" ? ["name" as const] : []),
    ...(terms.trim() === "" || readCount(terms) !== null ? [] : ["terms" as const]),
  ];
}

function orNull(typed: string): string | null {
  const text = typed.trim();
  return text === "" ? null : text;
}

/** Where it is; what the form does not show stays as it was. */
function addressOf(draft: SupplierDraft, before: Supplier["address"]) {
  const { line1, city, state, postalCode } = draft;
  const said = [line1, city, state, postalCode].map(orNull);
  if (before === null && said.every((one) => one === null)) return null;
  const [first, town, region, code] = said;
  return { ...before, line1: first, city: town, state: region, postal_code: code };
}

/** What is sent of a new supplier. */
export function supplierBody(draft: SupplierDraft, before: Supplier | null = null): SupplierBody {
  return {
    code: draft.code.trim(),
    name: draft.name.trim(),
    gstin: orNull(draft.gstin.toUpperCase()),
    pan: orNull(draft.pan.toUpperCase()),
    drug_licence_no: orNull(draft.licence),
    contact_name: orNull(draft.contact),
    phone: orNull(draft.phone),
    email: orNull(draft.email),
    address: addressOf(draft, before?.address ?? null),
    payment_terms_days: readCount(draft.terms),
    notes: orNull(draft.notes),
    status: draft.status === "inactive" ? "inactive" : "active",
  };
}

/** What is sent of a supplier that is changed: what is no longer as it was. */
export function supplierPatch(draft: SupplierDraft, supplier: Supplier): SupplierPatch {
  const { code: _, ...said } = supplierBody(draft, supplier);
  const now: Readonly<Record<string, unknown>> = supplier;
  return Object.fromEntries(
    Object.entries(said).filter(([name, value]) => !sameJson(now[name], value)),
  );
}
