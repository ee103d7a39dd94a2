import { describe, expect, test } from "vitest";
import { queueCodeOf, tokenPrefix, usualQueue } from "./queues.commands.ts";
import type { QueueRow } from "./queues.table.ts";
import { prefixOfCode } from "#kernel/token-prefix.ts";

function queue(code: string, change: Partial<QueueRow> = {}): [string, QueueRow] {
  const row: QueueRow = {
    id: `que_${code}`,
    tenant_id: "ten_1",
    branch_id: "brn_1",
    created_at: "",
    updated_at: "",
    created_by: "",
    updated_by: "",
    version: 1,
    origin: "branch",
    origin_node_id: "",
    hlc: "",
    stamps: {},
    metadata: {},
    unknown_fields: {},
    code,
    token_prefix: null,
    name: code,
    name_key: code,
    name_hi: null,
    name_ur: null,
    department: null,
    status: "active",
    ...change,
  };
  return [code, row];
}

test.each([
  ["Cardiology", "cardiology"],
  ["Ear, Nose & Throat", "ear-nose-throat"],
  [" general ", "general"],
  [null, "general"],
  ["हृदय रोग", "general"],
  ["x".repeat(80), "x".repeat(64)],
])("the department %j queues under %s where no queue is set up", (department, code) => {
  expect(queueCodeOf(department)).toBe(code);
  expect(usualQueue(new Map(), department)).toBe(code);
});

test.each([
  ["general", "GEN"],
  ["ent", "ENT"],
  ["x-ray", "XRA"],
  ["2", "QUE"],
])("tokens of the queue %s begin with %s where nobody has set it", (code, prefix) => {
  expect(prefixOfCode(code)).toBe(prefix);
  expect(tokenPrefix(new Map(), code)).toBe(prefix);
});

describe("where queues are set up", () => {
  const dental = { department: "dental" };

  test("a department's patients stand in the queue of its own code before its others", () => {
    const queues = new Map([queue("a-scaling", dental), queue("dental", dental)]);
    expect(usualQueue(queues, "dental")).toBe("dental");
  });

  test("they stand in another queue of the department where that is the one in use", () => {
    const queues = new Map([
      queue("dental", { ...dental, status: "inactive" }),
      queue("scaling", dental),
      queue("surgery"),
    ]);
    expect(usualQueue(queues, "dental")).toBe("scaling");
    expect(usualQueue(new Map([queue("scaling", dental)]), "dental")).toBe("scaling");
  });

  test("they stand in the general one where none of theirs is in use", () => {
    const queues = new Map([queue("dental", { ...dental, status: "inactive" }), queue("surgery")]);
    expect(usualQueue(queues, "dental")).toBe("general");
  });

  test("tokens begin with what the queue has set", () => {
    const queues = new Map([queue("dental", { token_prefix: "TH" }), queue("surgery")]);
    expect(tokenPrefix(queues, "dental")).toBe("TH");
    expect(tokenPrefix(queues, "surgery")).toBe("SUR");
  });
});
