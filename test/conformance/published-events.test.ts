import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { clinicalEventTypes, clinicalModules } from "@edgeward/shared/clinical/index.ts";
import type { Module } from "@edgeward/shared/resource/module.ts";
import { engines } from "#support/engines.ts";
import { keptEvents } from "#support/kept-events.ts";
import { headersFor, type TestNode } from "#support/node.ts";
import { isDoneHere, writes } from "./ladder.ts";
import { membersOf, send } from "./requests.ts";
import { samples } from "./samples.ts";
import { worldOf, type World } from "./world.ts";

// What commands publish is what they declare, and what they declare receivers can ask for; no resource is named here.

const known: ReadonlySet<string> = new Set(clinicalEventTypes.map(({ type }) => type));

function isRecord({ sample, writes: declared }: Module): boolean {
  return sample !== undefined && declared !== undefined;
}

/** The commands by which records that follow from their declaration are made and changed. */
const declared = clinicalModules.filter(isRecord).flatMap((module) =>
  module.routes.flatMap(({ name, endpoint }) => {
    const operation = "operation" in endpoint ? endpoint.operation : "";
    const [sample] = [samples[module.name]?.[name.slice(module.name.length + 1)]];
    // One that changes many at once answers no record.
    const { response } = endpoint;
    const isOfOne = response instanceof z.ZodObject && "id" in response.shape;
    const events = (module.writes?.[operation] ?? []).flatMap((one) => one.events);
    return sample === undefined || events.length === 0 || !isOfOne
      ? []
      : [{ operation, endpoint, sample, types: events.map(({ type }) => type) }];
  }),
);

test("an event that a command declares is no longer one that is still to come", () => {
  expect(clinicalEventTypes).toHaveLength(known.size);
});

describe.each(engines)("on the $engine", (engine) => {
  let node: TestNode;
  let world: World;
  let headers: Readonly<Record<string, string>>;

  beforeAll(async () => {
    node = await engine.start();
    world = await worldOf(node, node.tenant);
    headers = await headersFor(node, node.tenant);
  });
  afterAll(() => node.stop());

  async function published(entityId?: string): Promise<readonly string[]> {
    const events = await keptEvents(
      node,
      ({ entity_id: id }) => entityId === undefined || id === entityId,
    );
    return events.map(({ event_type: type }) => type);
  }

  test("no command publishes an event that receivers cannot ask for", async () => {
    for (const { endpoint, sample } of writes) {
      if (!isDoneHere(engine.engine, endpoint)) continue;
      const answer = await send(node, endpoint, await sample.request(world), { headers });
      expect(answer.status, answer.text).toBeLessThan(300);
    }
    const types = new Set(await published());
    expect(types.size).toBeGreaterThan(8);
    expect([...types].filter((type) => !known.has(type))).toEqual([]);
  });

  test.each(declared)("$operation publishes what it declares", async (one) => {
    const { endpoint, sample, types } = one;
    const request = await sample.request(world);
    const { id: named } = membersOf(request.params);
    const before = typeof named === "string" ? await published(named) : [];
    const answer = await send(node, endpoint, request, { headers });
    const { id } = membersOf(JSON.parse(answer.text));
    const after = await published(String(id));
    expect(after.slice(before.length)).toEqual(types);
  });
});
