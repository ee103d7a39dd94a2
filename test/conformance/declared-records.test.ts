import * as z from "zod";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { conflictsContract } from "@edgeward/shared/clinical/conflicts/conflicts.contract.ts";
import { clinicalModules } from "@edgeward/shared/clinical/index.ts";
import { isAllowed, roles } from "@edgeward/shared/contract/access.ts";
import { isWriteEndpoint } from "@edgeward/shared/contract/endpoint.ts";
import { conflictsTable } from "@edgeward/shared/db/core.table.ts";
import { insertStatement } from "@edgeward/shared/db/statements.ts";
import type { IdPrefix } from "@edgeward/shared/kernel/ids.ts";
import type { SqlRow } from "@edgeward/shared/db/model.ts";
import type { RecordRow, TableDeclaration } from "@edgeward/shared/db/table.ts";
import type { Module } from "@edgeward/shared/resource/module.ts";
import { engines } from "#support/engines.ts";
import { clientFor, type TestNode } from "#support/node.ts";
import { writeAsSystem } from "#support/seed.ts";
import { samples } from "./samples.ts";
import { worldOf, type World } from "./world.ts";

// What holds for every record whose resource declares its rules; no resource is named here.

interface Declared {
  readonly module: Module;
  readonly table: TableDeclaration;
}

const declared: readonly Declared[] = clinicalModules.flatMap((module) =>
  module.rules === undefined ? [] : [{ module, table: module.rules.table }],
);

const pageShape = z.object({
  data: z.array(z.looseObject({ id: z.string() })),
  next_cursor: z.string().nullable(),
});

function idPrefixOf(id: string): IdPrefix {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the prefix of an id that the product made
  return id.slice(0, id.indexOf("_")) as IdPrefix;
}

const probe = "Zulekha Zzyzx";

/** The text columns from which others are worked out, each with what follows from it. */
function sourcesOf(table: TableDeclaration): readonly string[] {
  const blank: Record<string, unknown> = Object.fromEntries(
    Object.entries(table.columns).map(([name, { kind }]) => [name, kind === "json" ? [] : ""]),
  );
  const before = JSON.stringify(table.derive?.(blank) ?? {});
  return Object.entries(table.columns).flatMap(([name, { kind }]) => {
    const after = kind === "text" ? table.derive?.({ ...blank, [name]: probe }) : undefined;
    return after === undefined || JSON.stringify(after) === before ? [] : [name];
  });
}

const derived = declared.flatMap(({ module, table }) =>
  sourcesOf(table).map((source) => ({ module, table, source, name: table.name })),
);
const sentByNodes: ReadonlySet<string> = new Set(["fact", "shared_document", "branch_owned"]);
const listed = declared.filter(({ module }) => samples[module.name]?.["list"] !== undefined);
/** What no other node has is disputed by none: a value that is taken is refused where it is asked for. */
const claiming = declared.filter(
  ({ table }) => table.claims !== undefined && sentByNodes.has(table.merge),
);

/** Where a record may not be written: its change would be refused by the other nodes. */
const refusedHomes: Readonly<Partial<Record<string, readonly string[]>>> = {
  central_reference: ["any", "branch"],
  branch_owned: ["hub"],
};

test.each(declared)(
  "$table.name are written only where their rows may change",
  ({ module, table }) => {
    const homes = module.routes.flatMap(({ name, endpoint }) =>
      isWriteEndpoint(endpoint) ? [[name, endpoint.home] as const] : [],
    );
    const refused = refusedHomes[table.merge] ?? [];
    expect(homes.filter(([, home]) => refused.includes(home))).toEqual([]);
  },
);

/** Each kind of record of which somebody who handles conflicts may read none. */
const hidden = declared.flatMap(({ module, table }) => {
  const resource = module.routes.find(({ kind }) => kind === "read")?.endpoint.access?.resource;
  const role = roles.find(
    (one) =>
      resource !== undefined &&
      isAllowed([one], "conflicts", "read") &&
      !isAllowed([one], resource, "read"),
  );
  return role === undefined ? [] : [{ module, table, role }];
});

describe.each(engines)("on the $engine", (engine) => {
  let node: TestNode;
  let world: World;

  beforeAll(async () => {
    node = await engine.start();
    world = await worldOf(node, node.tenant);
  });
  afterAll(() => node.stop());

  async function idsIn(table: TableDeclaration): Promise<readonly string[]> {
    const { id: tenantId } = node.tenant;
    const rows = await node.store.read({ tenantId }, (session) =>
      session.query(
        `SELECT id FROM ${table.name} WHERE tenant_id = ${session.dialect.placeholder(1)}`,
        [tenantId],
      ),
    );
    return rows.map(({ id }) => String(id));
  }

  /** What sets the only record that a branch has of a kind. */
  async function setOnly({ name, routes }: Module): Promise<void> {
    const request = await samples[name]?.["set"]?.request(world);
    const route = routes.find((one) => one.name === `${name}.set`);
    if (route !== undefined && request !== undefined)
      await world.client.call(route.endpoint, request);
  }

  /** The id of a record: of one that the sample of reading one names, of one by which the list has grown, or of the only one. */
  async function made({ module, table }: Declared): Promise<string> {
    const { name } = module;
    const { get, list } = samples[name] ?? {};
    const request = await get?.request(world);
    const named = z.object({ params: z.object({ id: z.string() }) }).safeParse(request);
    if (named.success) return named.data.params.id;
    const before = new Set(await idsIn(table));
    if (list === undefined) await setOnly(module);
    else await list.grow?.(world, await list.request(world));
    const after = await idsIn(table);
    const id = after.find((one) => !before.has(one)) ?? (list === undefined ? after[0] : undefined);
    if (id === undefined) throw new Error(`nothing makes a record of ${name}`);
    return id;
  }

  async function rowOf(table: TableDeclaration, id: string): Promise<RecordRow> {
    const { id: tenantId } = node.tenant;
    const [row] = await node.store.read({ tenantId }, (session) =>
      session.lookUp({
        table: table.name,
        columns: Object.keys(table.columns),
        tenantId,
        fixed: {},
        column: "id",
        values: [id],
        isLocking: false,
        limit: 1,
      }),
    );
    // oxlint-disable-next-line typescript/consistent-type-assertions -- a declared record has recordColumns
    return row as RecordRow;
  }

  async function conflictOn(table: TableDeclaration, id: string, fields: SqlRow): Promise<string> {
    const isShared = table.audience === "tenant";
    return writeAsSystem(node, node.tenant.id, (write) => {
      const stamp = node.runtime.tick();
      const { id: conflictId } = write.insert(conflictsTable, node.runtime.newId("cnf"), {
        branch_id: isShared ? null : node.tenant.branchId,
        entity: table.name,
        entity_id: id,
        patient_id: null,
        op_id: node.runtime.newId("op"),
        conflict_kind: "field",
        field: "",
        kept_value: null,
        other_value: null,
        base_stamp: null,
        kept_stamp: stamp,
        other_stamp: stamp,
        kept_actor_id: null,
        other_actor_id: null,
        conflict_status: "open",
        resolution: null,
        resolved_value: null,
        resolution_note: null,
        metadata: {},
        ...fields,
      });
      return conflictId;
    });
  }

  async function resolve(id: string, resolution: "take_other" | "merge", value?: unknown) {
    const client = await clientFor(node, node.tenant, { claims: { roles: ["tenant_admin"] } });
    const body = { resolution, note: "Asked", ...(value === undefined ? {} : { value }) };
    await client.call(conflictsContract.resolve, { params: { id }, body });
  }

  test("there is something to hold", () => {
    expect(derived.length).toBeGreaterThan(1);
    expect(claiming.length).toBeGreaterThan(1);
    expect(hidden.length).toBeGreaterThan(1);
  });

  const isOfHub = ({ table }: Declared) => table.merge === "central_reference";
  const decidedHere = derived.filter((one) => !isOfHub(one));

  test.each(declared.filter(isOfHub))(
    "of $table.name, which the hub alone changes, no conflict can be decided",
    async ({ module, table }) => {
      const id = await made({ module, table });
      for (const name of Object.keys(table.columns)) {
        const conflict = await conflictOn(table, id, { field: name, other_value: probe });
        for (const resolution of ["take_other", "merge"] as const)
          await expect(
            resolve(conflict, resolution, resolution === "merge" ? probe : undefined),
            name,
          ).rejects.toMatchObject({ status: 422, details: { fields: [{ path: "resolution" }] } });
      }
    },
  );

  describe.each(declared.filter((one) => !isOfHub(one)))(
    "$table.name in conflict",
    ({ module, table }) => {
      test("takes no other value that its field is not kept in, and none of a field that nobody changes", async () => {
        const id = await made({ module, table });
        const before = await rowOf(table, id);
        const odd = 1.5;
        const names = Object.keys(table.columns).filter(
          (one) => table.forms[one]?.safeParse(odd).success !== true,
        );
        for (const name of names) {
          const conflict = await conflictOn(table, id, { field: name, other_value: odd });
          await expect(resolve(conflict, "take_other"), name).rejects.toMatchObject({
            status: 422,
            details: { fields: [{ path: "resolution" }] },
          });
        }
        expect(await rowOf(table, id)).toEqual(before);
      });
    },
  );

  describe.each(decidedHere)("$name, $source in conflict", ({ module, table, source }) => {
    test.each(["take_other", "merge"] as const)(
      "resolved by %s, takes along what is worked out from it",
      async (resolution) => {
        const id = await made({ module, table });
        const other = resolution === "take_other" ? probe : null;
        const conflict = await conflictOn(table, id, { field: source, other_value: other });
        await resolve(conflict, resolution, resolution === "merge" ? probe : undefined);
        const row = await rowOf(table, id);
        expect(row[source]).toBe(probe);
        expect(row).toMatchObject(table.derive?.(row) ?? {});
      },
    );
  });

  test.each(declared.filter(({ table }) => sentByNodes.has(table.merge)))(
    "what is kept of new $table.name has the form to which other nodes hold it",
    async ({ module, table }) => {
      const row = await rowOf(table, await made({ module, table }));
      const kept = Object.entries(table.forms).filter(
        ([name]) => name in table.columns && row[name] !== null,
      );
      const unfit = kept.filter(([name, form]) => !form.safeParse(row[name]).success);
      expect(unfit.map(([name]) => [name, row[name]])).toEqual([]);
    },
  );

  test.each(hidden)(
    "what is disputed of $table.name is hidden from the role $role, which may not read them",
    async ({ module, table, role }) => {
      const id = await made({ module, table });
      const params = { id: await conflictOn(table, id, { field: "metadata", other_value: {} }) };
      const open = { query: { entity_id: id } };
      const admin = await clientFor(node, node.tenant, { claims: { roles: ["tenant_admin"] } });
      const seen = await admin.call(conflictsContract.list, open);
      expect(seen.body.data.map((one) => one.id)).toEqual([params.id]);
      const stranger = await clientFor(node, node.tenant, { claims: { roles: [role] } });
      expect((await stranger.call(conflictsContract.list, open)).body.data).toEqual([]);
      const refused = { status: 404, code: "not_found" };
      await expect(stranger.call(conflictsContract.get, { params })).rejects.toMatchObject(refused);
      if (!isAllowed([role], "conflicts", "update")) return;
      const body = { resolution: "keep", note: "Asked" } as const;
      await expect(
        stranger.call(conflictsContract.resolve, { params, body }),
      ).rejects.toMatchObject(refused);
    },
  );

  describe.each(listed)("the list of $table.name", ({ module, table }) => {
    test("leaves out the records of every other tenant", async () => {
      const own = await rowOf(table, await made({ module, table }));
      const foreign = {
        ...own,
        id: node.runtime.newId(idPrefixOf(own.id)),
        tenant_id: node.other.id,
      };
      await node.store.write({ tenantId: node.other.id }, (session) =>
        session.runAll([insertStatement(session.dialect, table, foreign)]),
      );
      const route = module.routes.find((one) => one.name === `${module.name}.list`);
      if (route === undefined) throw new Error(`${module.name} has no list`);
      const seen: unknown[] = [];
      for (let cursor: string | null | undefined; cursor !== null;) {
        const query = { limit: "100", ...(cursor === undefined ? {} : { cursor }) };
        const { body } = await world.client.call(route.endpoint, { query });
        const page = pageShape.parse(body);
        seen.push(...page.data.map(({ id }) => id));
        cursor = page.next_cursor;
      }
      expect(seen).not.toContain(foreign.id);
    });
  });

  describe.each(claiming)("a value that two $table.name hold", ({ module, table }) => {
    test("can be given up by one of them, or is said never to be", async () => {
      const id = await made({ module, table });
      const row = await rowOf(table, id);
      for (const { kind, value, disputed = kind } of table.claims?.(row) ?? []) {
        const fields = { conflict_kind: "duplicate", field: disputed, kept_value: value };
        const conflict = await conflictOn(table, id, { ...fields, other_value: value });
        const isRequired = table.columns[disputed]?.isNullable === false;
        const another = `${value}-2`;
        const given = module.rules?.release === undefined && isRequired ? another : null;
        await expect(resolve(conflict, "merge", { odd: 1 })).rejects.toMatchObject({ status: 422 });
        const outcome = await resolve(conflict, "merge", given).catch((error: unknown) => error);
        const left = table.claims?.(await rowOf(table, id)) ?? [];
        const isGone = left.every((claim) => claim.kind !== kind || claim.value !== value);
        const isNever = String(outcome).includes("never cleared");
        expect([disputed, isGone || isNever], String(outcome)).toEqual([disputed, true]);
      }
    });
  });
});
