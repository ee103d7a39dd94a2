import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cashierShiftsContract } from "@edgeward/shared/clinical/cashier-shifts/cashier-shifts.contract.ts";
import { shiftStatuses } from "@edgeward/shared/clinical/cashier-shifts/cashier-shifts.contract.ts";
import { cashierShiftStates } from "@edgeward/shared/clinical/cashier-shifts/cashier-shifts.states.ts";
import { dispenseStatuses } from "@edgeward/shared/clinical/dispenses/dispense-parts.contract.ts";
import { dispensesContract } from "@edgeward/shared/clinical/dispenses/dispenses.contract.ts";
import {
  dispenseStates,
  saidStatuses,
} from "@edgeward/shared/clinical/dispenses/dispenses.states.ts";
import { receiptStatuses } from "@edgeward/shared/clinical/goods-receipts/goods-receipt-parts.contract.ts";
import { goodsReceiptsContract } from "@edgeward/shared/clinical/goods-receipts/goods-receipts.contract.ts";
import { receiptStates } from "@edgeward/shared/clinical/goods-receipts/goods-receipts.states.ts";
import { orderStatuses } from "@edgeward/shared/clinical/purchase-orders/purchase-order-parts.contract.ts";
import { purchaseOrdersContract } from "@edgeward/shared/clinical/purchase-orders/purchase-orders.contract.ts";
import { orderSteps } from "@edgeward/shared/clinical/purchase-orders/purchase-orders.states.ts";
import { staffTable } from "@edgeward/shared/clinical/staff/staff.table.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { engines } from "#support/engines.ts";
import { clientFor, type TestNode } from "#support/node.ts";
import { writeAsSystem } from "#support/seed.ts";
import { newShift } from "./cash-samples.ts";
import { newOrder } from "./purchase-samples.ts";
import { newReceipt } from "./receipt-samples.ts";
import { triedFrom, type Stepped } from "./state-pairs.ts";
import { newBatch, newPlace } from "./stock-samples.ts";
import { worldOf, type World } from "./world.ts";

type DispenseStatus = (typeof dispenseStatuses)[number];
type OrderStatus = (typeof orderStatuses)[number];
type ReceiptStatus = (typeof receiptStatuses)[number];
type ShiftStatus = (typeof shiftStatuses)[number];

const why = { status_reason: "Asked for by the manager" } as const;

function dispensesOf(world: World): Stepped<DispenseStatus> {
  const change = async (id: string, body: object) =>
    (await world.client.call(dispensesContract.update, { params: { id }, body })).body;
  const said = (status: DispenseStatus) => ({
    status,
    ...why,
    ...(status === "declined" ? { not_performed_reason: "allergy" } : {}),
  });
  async function inState(state: DispenseStatus): Promise<string> {
    const { item_id, location_id } = await newBatch(world);
    const body = { location_id, lines: [{ item_id, quantity: 2 }] };
    const { id, lines } = (await world.client.call(dispensesContract.create, { body })).body;
    if (state === "preparation") return id;
    if (state === "ready" || state === "cancelled" || state === "declined") {
      await change(id, said(state));
      return id;
    }
    await change(id, { status: "completed" });
    const quantity = { completed: 0, partially_returned: 1, returned: 2 }[state];
    if (quantity === 0) return id;
    const { id: to_location_id } = await newPlace(world, "quarantine");
    const returns = [{ line_id: lines[0]?.id ?? "", quantity, reason: "Not needed" }];
    await change(id, { to_location_id, returns });
    return id;
  }
  return {
    machine: dispenseStates,
    statuses: dispenseStatuses,
    inState,
    ask: (id, to) => change(id, said(to)),
    // What comes back is said by its lines, and its state follows.
    allowed: (from) => dispenseStates.transitions[from].filter((to) => saidStatuses.includes(to)),
  };
}

async function came(world: World, orderId: string, itemId: string, quantity: number) {
  const receipt = await newReceipt(world, {
    purchase_order_id: orderId,
    lines: [
      {
        po_line_no: 1,
        item_id: itemId,
        batch_no: "PO1",
        expiry_date: "2031-03-31",
        quantity,
        unit_cost_minor: 300,
        gst_rate_bp: 500,
      },
    ],
  });
  const params = { id: receipt.id };
  await world.client.call(goodsReceiptsContract.update, { params, body: { status: "posted" } });
}

/** How many of 100 units have come of an order in a state. */
const receivedIn: Readonly<Partial<Record<OrderStatus, number>>> = {
  partially_received: 40,
  received: 100,
  closed: 100,
};

function ordersOf(world: World, other: Client): Stepped<OrderStatus> {
  const change = async (id: string, status: OrderStatus) => {
    const isDecided = status === "approved" || status === "rejected";
    const client = isDecided ? other : world.client;
    const body = { status, ...why };
    return (await client.call(purchaseOrdersContract.update, { params: { id }, body })).body;
  };
  const ways: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
    draft: [],
    submitted: ["submitted"],
    rejected: ["submitted", "rejected"],
    approved: ["submitted", "approved"],
    sent: ["submitted", "approved", "sent"],
    partially_received: ["submitted", "approved"],
    received: ["submitted", "approved"],
    closed: ["submitted", "approved"],
    cancelled: ["cancelled"],
  };
  return {
    machine: orderSteps,
    statuses: orderStatuses,
    inState: async (state) => {
      const { id, lines } = await newOrder(world);
      for (const step of ways[state]) await change(id, step);
      const quantity = receivedIn[state] ?? 0;
      if (quantity > 0) await came(world, id, lines[0]?.item_id ?? "", quantity);
      if (state === "closed") await change(id, "closed");
      return id;
    },
    ask: change,
  };
}

function receiptsOf(world: World): Stepped<ReceiptStatus> {
  const change = async (id: string, status: ReceiptStatus) => {
    const body = { status, ...why };
    return (await world.client.call(goodsReceiptsContract.update, { params: { id }, body })).body;
  };
  return {
    machine: receiptStates,
    statuses: receiptStatuses,
    inState: async (state) => {
      const { id } = await newReceipt(world);
      if (state === "reversed") await change(id, "posted");
      if (state !== "draft") await change(id, state);
      return id;
    },
    ask: change,
  };
}

function shiftsOf(world: World, receiver: Client): Stepped<ShiftStatus> {
  const { doctorId } = world.tenant;
  const change = async (id: string, body: object, client: Client = world.client) =>
    (await client.call(cashierShiftsContract.update, { params: { id }, body })).body;
  return {
    machine: cashierShiftStates,
    statuses: shiftStatuses,
    inState: async (state) => {
      const { id } = await newShift(world.client);
      if (state === "open") return id;
      await change(id, { count: { sum_minor: 100_000 } });
      if (state === "handed_over") await change(id, { status: state, handed_to: doctorId });
      if (state === "closed") await change(id, { status: state });
      return id;
    },
    ask: (id, to, from) => {
      // Only whoever is to take a drawer over refuses or accepts it.
      const client = from === "handed_over" ? receiver : world.client;
      if (to === "counted" && from === "open")
        return change(id, { count: { sum_minor: 100_000 } }, client);
      const handed = to === "handed_over" && from === "counted" ? { handed_to: doctorId } : {};
      return change(id, { status: to, ...handed }, client);
    },
  };
}

describe.each(engines)("on the $engine each pair of states is as the table says, of", (engine) => {
  let node: TestNode;
  let world: World;
  let other: Client;
  let receiver: Client;

  beforeAll(async () => {
    node = await engine.start();
    world = await worldOf(node, node.tenant);
    const { doctorId: sub } = node.tenant;
    other = await clientFor(node, node.tenant, { claims: { sub, roles: ["branch_admin"] } });
    receiver = await clientFor(node, node.tenant, { claims: { sub, roles: ["billing"] } });
    await writeAsSystem(node, node.tenant.id, async (write) => {
      const row = await write.load(staffTable, sub);
      if (row !== null) write.update(staffTable, row, { roles: ["doctor", "billing"] });
    });
  });
  afterAll(() => node.stop());

  test.each(dispenseStatuses)("a dispense that is %s", async (from) => {
    const { answers, wanted } = await triedFrom(dispensesOf(world), from);
    expect(answers).toMatchObject(wanted);
  });

  test.each(orderStatuses)("a purchase order that is %s", async (from) => {
    const { answers, wanted } = await triedFrom(ordersOf(world, other), from);
    expect(answers).toMatchObject(wanted);
  });

  test.each(receiptStatuses)("a goods receipt that is %s", async (from) => {
    const { answers, wanted } = await triedFrom(receiptsOf(world), from);
    expect(answers).toMatchObject(wanted);
  });

  test.each(shiftStatuses)("a cashier's shift that is %s", async (from) => {
    const { answers, wanted } = await triedFrom(shiftsOf(world, receiver), from);
    expect(answers).toMatchObject(wanted);
  });
});
