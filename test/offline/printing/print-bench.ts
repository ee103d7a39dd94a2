import { PrintRoom, type PrintRoomOptions } from "@edgeward/branch-node/printing/print-room.ts";
import type { BranchOptions } from "@edgeward/branch-node/app.ts";
import {
  devicesContract,
  type Device,
} from "@edgeward/shared/clinical/devices/devices.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { startTestBranch } from "#support/branch-harness.ts";
import { errorLog } from "#support/error-log.ts";
import { clientFor, type TestNode } from "#support/node.ts";

/** What of a branch's printing is not as usual. */
type PrintRoomPlan = Partial<
  Pick<PrintRoomOptions, "store" | "settingsPrinters" | "onNews" | "onWritten" | "fallbackAfterMs">
>;

/** The printers of a node's branch, not yet at work. */
export function printRoomOf(node: TestNode, plan: PrintRoomPlan = {}): PrintRoom {
  const room: PrintRoom = new PrintRoom({
    ...node,
    tenantId: node.tenant.id,
    branchId: node.tenant.branchId,
    settingsPrinters: [],
    log: errorLog(Date.now),
    onNews: () => undefined,
    onWritten: (unit) => room.written(unit),
    ...plan,
  });
  return room;
}

/** A branch whose printers are at work, with somebody who may do anything there. */
export interface PrintBench {
  readonly node: TestNode;
  readonly client: Client;
  room: PrintRoom;
  stop(): Promise<void>;
}

/** Starts a branch and its printing. @param modules what it serves beside the clinical surface */
export async function startPrintBench(
  plan: PrintRoomPlan = {},
  modules: BranchOptions["modules"] = [],
): Promise<PrintBench> {
  const node = await startTestBranch({
    onWritten: (unit) => bench.room.written(unit),
    modules,
  });
  const client = await clientFor(node, node.tenant);
  const bench: PrintBench = {
    node,
    client,
    room: printRoomOf(node, plan),
    stop: async () => {
      await bench.room.stop();
      await node.stop();
    },
  };
  await bench.room.start();
  return bench;
}

/** Registers a printer at a port of this machine. */
export async function registerPrinter(
  client: Client,
  driver: "escpos_80" | "zpl_203" | "tspl" | "epl" | "cpcl",
  port: number,
  rest: object = {},
): Promise<Device> {
  const body = {
    device_type: "printer",
    driver_profile: driver,
    serial_no: `P-${port}`,
    connection: { kind: "network", host: "127.0.0.1", port },
    ...(driver === "escpos_80" ? { model: "epson_tm_m30" } : {}),
    ...rest,
  } as const;
  return (await client.call(devicesContract.register, { body })).body;
}
