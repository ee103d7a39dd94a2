import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { suppliersContract } from "@edgeward/shared/clinical/suppliers/suppliers.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { engines } from "#support/engines.ts";
import { clientFor, type TestNode } from "#support/node.ts";

const { list, get, create, update } = suppliersContract;
const gstin = "27AAPFU0939F1ZV";

function refused(path: string, code: string) {
  return { status: 422, details: { fields: [expect.objectContaining({ path, code })] } };
}

describe.each(engines)("suppliers on the $engine", (engine) => {
  let node: TestNode;
  let pharmacist: Client;

  function as(role: string): Promise<Client> {
    return clientFor(node, node.tenant, { claims: { roles: [role] } });
  }

  async function add(code: string, more: object = {}) {
    const body = { code, name: `Supplier ${code}`, ...more };
    return (await pharmacist.call(create, { body })).body;
  }

  async function found(query: object): Promise<readonly string[]> {
    const page = await pharmacist.call(list, { query });
    return page.body.data.map(({ code }) => code);
  }

  beforeAll(async () => {
    node = await engine.start();
    pharmacist = await as("pharmacist");
  });
  afterAll(() => node.stop());

  test("are added with what an order and a payment need, found, and taken out of use", async () => {
    const made = await add("sanjivani", {
      name: "Sanjivani Drug House",
      gstin,
      pan: "AAPFU0939F",
      drug_licence_no: "MH-MZ5-204567",
      contact_name: "Rekha Kulkarni",
      phone: "022 2345 6789",
      email: "orders@sanjivani.example",
      address: { line1: "14 Princess Street", city: "Mumbai", postal_code: "400002" },
      payment_terms_days: 30,
      notes: "Delivers on Tuesdays.\nNo cold chain.",
    });
    expect(made).toMatchObject({ status: "active", phone: "+912223456789", gstin, version: 1 });
    expect(made.address).toMatchObject({ city: "Mumbai", country: "IN" });
    for (const query of [{ q: "drug hou" }, { gstin }, { status: "active" }])
      expect(await found(query)).toContain("sanjivani");
    const body = { status: "inactive", phone: "98200 12345", notes: null } as const;
    const left = (await pharmacist.call(update, { params: { id: made.id }, body })).body;
    expect(left).toMatchObject({ ...body, phone: "+919820012345", name: made.name, version: 2 });
    expect(await found({ status: "active" })).not.toContain("sanjivani");
    expect(await found({ gstin: "29AAGCB7383J1Z4" })).toEqual([]);
  });

  test("have a code and a tax number that no other has, until it is given up", async () => {
    const own = { gstin: "29AAGCB7383J1Z4" };
    const first = await add("only-one", own);
    await expect(add("only-one")).rejects.toMatchObject(refused("code", "duplicate_value"));
    await expect(add("another", own)).rejects.toMatchObject(refused("gstin", "duplicate_value"));
    await pharmacist.call(update, { params: { id: first.id }, body: { gstin: null } });
    expect(await add("another", own)).toMatchObject(own);
  });

  test.each([
    ["code", { code: "Upper Case" }, "validation_error"],
    ["name", { name: " " }, "validation_error"],
    ["gstin", { gstin: "27AAPFU0939F1ZW" }, "validation_error"],
    ["pan", { pan: "AAPFU0939" }, "validation_error"],
    ["phone", { phone: "12345" }, "validation_error"],
    ["email", { email: "orders" }, "validation_error"],
    ["address.postal_code", { address: { postal_code: "060001" } }, "validation_error"],
    ["payment_terms_days", { payment_terms_days: 181 }, "validation_error"],
    ["notes", { notes: "pays by 4111 1111 1111 1111" }, "pan_detected"],
    ["status", { status: "blocked" }, "invalid_enum"],
    ["rating", { rating: 5 }, "unknown_field"],
  ])("are refused with a wrong %s, by its name", async (path, wrong, code) => {
    await expect(add("wrong", wrong)).rejects.toMatchObject(refused(path, code));
  });

  test("are changed in their name and telephone number alone by a good body, never in their code", async () => {
    const { id } = await add("kept-code");
    const params = { id };
    const wrong: readonly (readonly [object, string, string])[] = [
      [{ code: "other-code" }, "code", "read_only_field"],
      [{ name: null }, "name", "validation_error"],
      [{ phone: "not a number" }, "phone", "validation_error"],
    ];
    for (const [body, path, code] of wrong)
      await expect(pharmacist.call(update, { params, body })).rejects.toMatchObject(
        refused(path, code),
      );
    expect((await pharmacist.call(get, { params })).body).toMatchObject({ version: 1 });
  });

  test("are their tenant's alone: another neither sees nor changes one, and may use its code", async () => {
    const { id } = await add("of-one-tenant");
    const params = { id };
    const stranger = await clientFor(node, node.other);
    await expect(stranger.call(get, { params })).rejects.toMatchObject({ status: 404 });
    const change = stranger.call(update, { params, body: { name: "Taken" } });
    await expect(change).rejects.toMatchObject({ status: 404 });
    expect((await stranger.call(list, {})).body.data).toEqual([]);
    const body = { code: "of-one-tenant", name: "Of another" };
    expect((await stranger.call(create, { body })).body).toMatchObject(body);
  });

  test("are read by who takes goods in or pays, changed by who orders, and hidden from the front desk", async () => {
    const params = { id: (await add("by-role")).id };
    const forbidden = { status: 403, code: "forbidden" };
    const body = { name: "Renamed" };
    for (const role of ["front_desk", "doctor"])
      await expect((await as(role)).call(get, { params })).rejects.toMatchObject(forbidden);
    for (const role of ["nurse", "lab", "billing", "auditor"]) {
      const reader = await as(role);
      expect((await reader.call(get, { params })).body.code).toBe("by-role");
      await expect(reader.call(update, { params, body })).rejects.toMatchObject(forbidden);
    }
    for (const role of ["stores", "branch_admin"])
      expect((await (await as(role)).call(update, { params, body })).status).toBe(200);
  });
});
