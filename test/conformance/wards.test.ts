import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bedsContract, type BedStatus } from "@edgeward/shared/clinical/beds/beds.contract.ts";
import { ownBedStates } from "@edgeward/shared/clinical/beds/beds.states.ts";
import { roomsContract } from "@edgeward/shared/clinical/rooms/rooms.contract.ts";
import { wardsContract } from "@edgeward/shared/clinical/wards/wards.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { engines } from "#support/engines.ts";
import { clientFor, type TestNode } from "#support/node.ts";
import { refusal } from "./patient-desk.ts";
import { newBed, newWard } from "./stay-samples.ts";
import { worldOf, type World } from "./world.ts";

const nobody = "01jd7x2vry38gapbnk0v8yyk24";

describe.each(engines)("the beds of a ward on the $engine", (engine) => {
  let node: TestNode;
  let world: World;
  let nurse: Client;

  beforeAll(async () => {
    node = await engine.start();
    world = await worldOf(node, node.tenant);
    nurse = await clientFor(node, node.tenant, {
      claims: { sub: node.tenant.nurseId, roles: ["nurse"] },
    });
  });
  afterAll(() => node.stop());

  async function change(id: string, body: object, client = world.client) {
    return (await client.call(bedsContract.update, { params: { id }, body })).body;
  }

  test("are vacant when they are set up, and listed by ward and by state in the order of their codes", async () => {
    const ward = await newWard(world);
    const made = [];
    for (const code of ["B-03", "B-01", "B-02"])
      made.push(await newBed(world, { ward_id: ward.id, code }));
    expect(made.map(({ status }) => status)).toEqual(["vacant", "vacant", "vacant"]);
    await change(made[0]?.id ?? "", { status: "blocked", status_reason: "Oxygen outlet" });
    const codes = async (query: object) => {
      const { body } = await world.client.call(bedsContract.list, {
        query: { ward_id: ward.id, ...query },
      });
      return body.data.map(({ code }) => code);
    };
    expect(await codes({})).toEqual(["B-01", "B-02", "B-03"]);
    expect(await codes({ status: "vacant" })).toEqual(["B-01", "B-02"]);
    expect(await codes({ status: "blocked" })).toEqual(["B-03"]);
    expect(await codes({ status: "occupied" })).toEqual([]);
  });

  test.each(Object.entries(ownBedStates))(
    "go from %s to what the table of states says",
    async (_from, ways) => {
      // Each of them can be reached from a vacant one by hand.
      for (const to of ways) {
        const { id } = await newBed(world);
        const from = _from === "vacant" ? [] : [_from];
        for (const status of from) await change(id, { status, status_reason: "Repairs" });
        const after = await change(id, { status: to, status_reason: "Repairs" }, nurse);
        expect(after.status).toBe(to);
        expect(after.status_history.map((step) => step.status)).toEqual([...from, to]);
        expect(after.status_history.at(-1)?.by).toBe(node.tenant.nurseId);
        expect(after.status_since).toBe(after.updated_at);
      }
    },
  );

  test.each<readonly [BedStatus, number, string]>([
    ["occupied", 422, "validation_error"],
    ["reserved", 422, "validation_error"],
  ])("become %s by an admission alone", async (status, code, error) => {
    const { id } = await newBed(world);
    await expect(change(id, { status })).rejects.toMatchObject({
      status: code,
      ...refusal(error, "status"),
    });
  });

  test("say why they are blocked, and no longer when they are given back", async () => {
    const { id } = await newBed(world);
    await expect(change(id, { status: "blocked" })).rejects.toMatchObject(
      refusal("validation_error", "status_reason"),
    );
    const blocked = await change(id, { status: "blocked", status_reason: "Broken rail" });
    expect(blocked.status_reason).toBe("Broken rail");
    await expect(change(id, { status_reason: null })).rejects.toMatchObject(
      refusal("validation_error", "status_reason"),
    );
    expect((await change(id, { status: "vacant" })).status_reason).toBeNull();
  });

  test("stay as they are where the same state is said again", async () => {
    const made = await newBed(world);
    const again = await change(made.id, { status: "vacant" });
    expect(again.version).toBe(made.version);
  });

  test.each([
    ["ward_id", "invalid_reference", { ward_id: `wrd_${nobody}` }],
    ["ward_id", "invalid_id", { ward_id: "ward 3" }],
    ["room_id", "invalid_reference", { room_id: `rom_${nobody}` }],
    ["bed_class", "invalid_enum", { bed_class: "royal" }],
    ["code", "validation_error", { code: "" }],
    ["status", "unknown_field", { status: "vacant" }],
  ] as const)("name %s in what is refused as %s", async (path, code, more) => {
    const asked: object = more;
    await expect(newBed(world, asked)).rejects.toMatchObject({
      status: 422,
      ...refusal(code, path),
    });
  });

  test("have codes of their own within a ward, in whatever letters, and any in another ward", async () => {
    const ward = await newWard(world);
    await newBed(world, { ward_id: ward.id, code: "A1" });
    await expect(newBed(world, { ward_id: ward.id, code: "a1" })).rejects.toMatchObject(
      refusal("duplicate_value", "code"),
    );
    await newBed(world, { code: "A1" });
  });

  test("stand in wards and rooms of their own branch", async () => {
    const { client } = await worldOf(node, node.tenant);
    const room = await client.call(roomsContract.create, {
      body: { code: "Room 77", name: "Room 77" },
    });
    const bed = await newBed(world, { room_id: room.body.id });
    expect(bed.room_id).toBe(room.body.id);
    const elsewhere = await worldOf(node, node.other);
    const foreign = await newWard(elsewhere);
    await expect(newBed(world, { ward_id: foreign.id })).rejects.toMatchObject(
      refusal("invalid_reference", "ward_id"),
    );
  });

  test("are set up by the manager alone, and cleaned by whoever stands before them", async () => {
    const ward = await newWard(world);
    const body = { ward_id: ward.id, code: "N1", bed_class: "icu" } as const;
    await expect(nurse.call(bedsContract.create, { body })).rejects.toMatchObject({ status: 403 });
    await expect(
      nurse.call(wardsContract.create, { body: { code: "mine", name: "Mine" } }),
    ).rejects.toMatchObject({ status: 403 });
    const { id } = await newBed(world, { ward_id: ward.id });
    expect((await change(id, { status: "cleaning" }, nurse)).status).toBe("cleaning");
  });
});
