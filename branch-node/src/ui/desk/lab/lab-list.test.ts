import { describe, expect, test } from "vitest";
import type {
  LabOrderStatus,
  OrderedTest,
} from "@edgeward/shared/clinical/lab-orders/lab-order-parts.contract.ts";
import { labParts, partOf } from "./lab-list.ts";

function testIn(status: OrderedTest["status"]): OrderedTest {
  return {
    id: "lot_1",
    test_code: "hb",
    name: "Haemoglobin",
    loinc: null,
    specimen_type: "blood",
    container: null,
    fasting: false,
    price_minor: null,
    turnaround_minutes: null,
    status,
    is_critical_open: false,
  };
}

function order(status: LabOrderStatus, ...tests: OrderedTest["status"][]) {
  return { status, tests: tests.map(testIn) };
}

function partsOf(one: ReturnType<typeof order>): readonly string[] {
  return labParts.filter((part) => partOf([one], part).length > 0);
}

describe("the laboratory's work list", () => {
  test.each([
    [order("ordered", "pending"), ["collect"]],
    [order("recollect_required", "pending"), ["collect"]],
    [order("collected", "pending"), ["receive"]],
    [order("received", "pending"), ["enter"]],
    [order("in_process", "preliminary"), ["verify"]],
    [order("partially_resulted", "final", "pending"), ["enter"]],
    [order("partially_resulted", "final", "preliminary", "pending"), ["enter", "verify"]],
    [order("completed", "final"), ["done"]],
    [order("draft", "pending"), []],
    [order("cancelled", "pending"), []],
  ])("has each order where it is worked on next: %#", (one, parts) => {
    expect(partsOf(one)).toEqual(parts);
  });
});
