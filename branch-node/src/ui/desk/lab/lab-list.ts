import type { LabOrder } from "@edgeward/shared/clinical/lab-orders/lab-orders.contract.ts";
import type {
  LabOrderStatus,
  OrderedTest,
} from "@edgeward/shared/clinical/lab-orders/lab-order-parts.contract.ts";
import type { TextId } from "#ui/i18n/text.ts";
import type { Tone } from "#ui/kit/surfaces.tsx";

/** The parts of the laboratory's work list, in the order of the work. */
export const labParts = ["collect", "receive", "enter", "verify", "done"] as const;

/** One of the parts. */
export type LabPart = (typeof labParts)[number];

type Worked = Pick<LabOrder, "status" | "tests">;

const inLaboratory: ReadonlySet<LabOrderStatus> = new Set([
  "received",
  "in_process",
  "partially_resulted",
]);

const isIn: Readonly<Record<LabPart, (order: Worked) => boolean>> = {
  collect: ({ status }) => status === "ordered" || status === "recollect_required",
  receive: ({ status }) => status === "collected",
  enter: ({ status, tests }) =>
    inLaboratory.has(status) && tests.some((test) => test.status === "pending"),
  verify: ({ tests }) => tests.some((test) => test.status === "preliminary"),
  done: ({ status }) => status === "completed",
};

/** The orders of one part; an order of which some tests wait for a value and others for a second person is in both. */
export function partOf<T extends Worked>(orders: readonly T[], part: LabPart): readonly T[] {
  return orders.filter(isIn[part]);
}

/** How a state of an order is shown. */
export const orderLooks: Readonly<
  Record<LabOrderStatus, { readonly text: TextId; readonly tone: Tone }>
> = {
  draft: { text: "labOrder.draft", tone: "neutral" },
  ordered: { text: "labOrder.ordered", tone: "info" },
  collected: { text: "labOrder.collected", tone: "info" },
  received: { text: "labOrder.received", tone: "visit" },
  in_process: { text: "labOrder.in_process", tone: "visit" },
  partially_resulted: { text: "labOrder.partially_resulted", tone: "visit" },
  completed: { text: "labOrder.completed", tone: "good" },
  recollect_required: { text: "labOrder.recollect_required", tone: "warning" },
  cancelled: { text: "labOrder.cancelled", tone: "neutral" },
  entered_in_error: { text: "labOrder.entered_in_error", tone: "neutral" },
};

/** How far the answer to a test has come, as it is shown. */
export const testLooks: Readonly<
  Record<OrderedTest["status"], { readonly text: TextId; readonly tone: Tone }>
> = {
  pending: { text: "labTest.pending", tone: "neutral" },
  preliminary: { text: "labTest.preliminary", tone: "warning" },
  final: { text: "labTest.final", tone: "good" },
};

/** How urgent an order is, as it is shown. */
export const priorityTones: Readonly<Record<LabOrder["priority"], Tone>> = {
  routine: "neutral",
  urgent: "warning",
  asap: "warning",
  stat: "danger",
};
