import { expect, test } from "vitest";
import { clinicalCommands } from "@edgeward/shared/clinical/index.ts";
import { createHlc } from "@edgeward/shared/kernel/hlc.ts";
import { createIdSource } from "@edgeward/shared/kernel/ids.ts";
import { createJudge } from "@edgeward/shared/sync/judge/judge.ts";
import { creations, encounters, inventPeople, updates, type Desk } from "./sync-pusher.ts";

// A contest whose operations the hub sets aside measures nothing.
test("what the contests send up is what its commands may write", () => {
  const newId = createIdSource(Date.now);
  const desk: Desk = {
    branchId: newId("brn"),
    code: "NSK1",
    tick: createHlc({ now: Date.now, nodeTag: "bench" }).tick,
    author: { id: newId("cli"), type: "client", role: null },
    base: 1_000_000,
  };
  const people = inventPeople(desk, 5);
  const judge = createJudge(clinicalCommands);
  const operations = [
    ...creations(desk, people),
    ...encounters(desk, people),
    ...updates(desk, people),
  ];
  expect(operations).toHaveLength(15);
  expect(operations.map((operation) => judge.faultOf(operation))).toEqual(
    operations.map(() => null),
  );
});
