import { enumValueOf } from "#contract/enum-value.ts";
import { fieldError } from "#kernel/errors.ts";
import { writesOf } from "#resource/command-writes.ts";
import type { WriteContext } from "#resource/context.ts";
import { nextState } from "#resource/state-machine.ts";
import { found } from "#write/write.ts";
import {
  labOrderStatuses,
  type LabOrderStatus,
  type OrderedTest,
} from "./lab-order-parts.contract.ts";
import { labOrderStates } from "./lab-orders.states.ts";
import { labOrdersTable, type LabOrderRow } from "./lab-orders.table.ts";

/** What results change of the order that they answer. */
export const answeredOnOrder = writesOf(labOrdersTable, {
  changes: ["tests", "status", "status_history", "completed_at"],
});

const answerable: readonly string[] = ["received", "in_process", "partially_resulted", "completed"];

/**
 * The order and the test that a result answers. @throws AppError invalid_reference for none of the acting branch, one
 * whose specimens are not there, one that was cancelled, and a test that has an answer already
 */
export async function testToAnswer(
  ctx: WriteContext,
  orderId: string,
  testId: string,
): Promise<{ readonly order: LabOrderRow; readonly test: OrderedTest }> {
  const refused = (path: string, message: string) =>
    fieldError({ path, code: "invalid_reference", message });
  const order = await ctx.write.load(labOrdersTable, orderId);
  if (order === null || order.branch_id !== ctx.branch.id)
    throw refused("order_id", "names no order of this branch");
  if (!answerable.includes(order.status))
    throw refused("order_id", `names an order that is ${order.status.replaceAll("_", " ")}`);
  const test = order.tests.find(({ id }) => id === testId);
  if (test === undefined) throw refused("test_id", "names no test of the order");
  if (test.status !== "pending")
    throw refused("test_id", "names a test that has its result; correct that one");
  return { order, test };
}

/** An order that has results. */
export async function answeredOrder(ctx: WriteContext, id: string): Promise<LabOrderRow> {
  return found(await ctx.write.load(labOrdersTable, id));
}

const onTheWay: readonly LabOrderStatus[] = [
  "received",
  "in_process",
  "partially_resulted",
  "completed",
];

function reached(tests: readonly OrderedTest[]): LabOrderStatus {
  const finals = tests.filter(({ status }) => status === "final");
  // What somebody has to be told of is not done before they were.
  const isDone = finals.length === tests.length && tests.every((one) => !one.is_critical_open);
  if (isDone) return "completed";
  return finals.length > 0 ? "partially_resulted" : "in_process";
}

/** The states that an order passes as its tests are answered, in order. What was completed stays so. */
function statesPassed(from: LabOrderStatus, tests: readonly OrderedTest[]) {
  const to = reached(tests);
  const passed = onTheWay.slice(onTheWay.indexOf(from) + 1, onTheWay.indexOf(to) + 1);
  const isSkipped = to === "completed" && from !== "partially_resulted";
  return isSkipped ? passed.filter((one) => one !== "partially_resulted") : passed;
}

/** Takes an order along with the answer to one of its tests. */
export function followResult(
  ctx: WriteContext,
  order: LabOrderRow,
  testId: string,
  answer: Pick<OrderedTest, "status" | "is_critical_open">,
): LabOrderRow {
  const tests = order.tests.map((test) => (test.id === testId ? { ...test, ...answer } : test));
  const from = enumValueOf(labOrderStatuses, order.status);
  const passed = statesPassed(from, tests);
  const { at } = ctx.write;
  const steps = passed.map((status) => ({ status, at, by: ctx.caller.id, reason: null }));
  const status = passed.reduce((now, next) => nextState(labOrderStates, now, next), from);
  return ctx.write.update(labOrdersTable, order, {
    tests,
    status,
    status_history: [...order.status_history, ...steps],
    completed_at: status === "completed" ? (order.completed_at ?? at) : order.completed_at,
  });
}
