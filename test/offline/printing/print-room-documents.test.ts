import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startVirtualPrinter } from "@edgeward/devices/virtual/printer.ts";
import { devicesContract } from "@edgeward/shared/clinical/devices/devices.contract.ts";
import { printJobsContract } from "@edgeward/shared/clinical/print-jobs/print-jobs.contract.ts";
import { until } from "./printing-desk.ts";
import { isPrinted, PrintRoomDesk, textsOf } from "./print-room-desk.ts";

let desk: PrintRoomDesk;

beforeEach(async () => {
  desk = await PrintRoomDesk.open();
});

afterEach(() => desk.close());

describe("a document", () => {
  test("comes out as often as is wished, the urgent one before those that waited longer", async () => {
    const printer = await desk.newPrinter();
    printer.machine().setState({ paperOut: true });
    const device = await desk.registered(printer.port);
    await desk.isIn(device, "error");
    const here = { device_id: device.id };
    const calm = await desk.asked("R-1", here);
    const urgent = await desk.asked("R-2", { ...here, priority: "urgent", copies: 2 });
    printer.machine().setState({ paperOut: false });
    for (const job of [calm, urgent]) await desk.reached(job, isPrinted);
    const numbers = textsOf(printer).map((text) => /R-[12]/.exec(text)?.[0]);
    expect(numbers).toEqual(["R-2", "R-2", "R-1"]);
    expect(await desk.printEvents()).toEqual(["print.completed", "print.completed"]);
  });

  test("is marked as a duplicate when it is printed again, for a reason", async () => {
    const printer = await desk.newPrinter();
    const device = await desk.registered(printer.port);
    const here = { device_id: device.id };
    const first = await desk.reached(await desk.asked("R-1", here), isPrinted);
    const again = { document_type: "receipt", reprint_of_id: first.id } as const;
    await expect(desk.client.call(printJobsContract.create, { body: again })).rejects.toMatchObject(
      {
        status: 422,
        details: { fields: [{ path: "reprint_reason" }] },
      },
    );
    const body = { ...again, reprint_reason: "the paper tore" };
    const second = (await desk.client.call(printJobsContract.create, { body })).body;
    expect(second).toMatchObject({ reprint_of_id: first.id, device_id: device.id });
    await desk.reached(second, isPrinted);
    const marks = textsOf(printer).map((text) => text.includes("DUPLICATE"));
    expect(marks).toEqual([false, true]);
  });

  test("that waits for a printer that is away is sent to another, and comes out there", async () => {
    const [first, second] = [await desk.newPrinter(), await desk.newPrinter()];
    const [away, other] = [await desk.registered(first.port), await desk.registered(second.port)];
    await desk.isIn(away, "online");
    await first.takeAway();
    await desk.isIn(away, "offline");
    const job = await desk.asked("R-1", { device_id: away.id });
    await desk.decide(job, { action: "move", device_id: other.id });
    const printed = await desk.reached(job, isPrinted);
    expect(printed.claimed_by).toBe(other.id);
    expect(textsOf(second)).toHaveLength(1);
    await first.bringBack();
    await desk.isIn(away, "online");
    expect(textsOf(first)).toEqual([]);
  });

  test("that no printer of its kind can show fails, and is tried again on one that can", async () => {
    const printer = await desk.newPrinter();
    const device = await desk.registered(printer.port);
    // Registered as a printer of bar codes by somebody who meant the reader of them.
    const reader = { device_type: "barcode", driver_profile: "hid_keyboard" };
    const label = await desk.registered(1, { ...reader, serial_no: "label" });
    const connection = { kind: "network", host: "127.0.0.1", port: printer.port };
    await desk.change(label, { connection });
    const job = await desk.asked("R-1", { device_id: label.id });
    const failed = await desk.reached(job, ({ status }) => status === "failed");
    expect(failed).toMatchObject({ last_error: "unknown_language", attempts: 0 });
    expect(await desk.printEvents()).toEqual(["print.failed"]);
    await desk.change(label, { status: "blocked" });
    await desk.decide(job, { action: "move", device_id: device.id });
    await desk.reached(job, isPrinted);
    expect(textsOf(printer)).toHaveLength(1);
  });

  test("for cash opens the drawer at its printer, once, and another paper of it does not", async () => {
    const printer = await desk.newPrinter();
    const device = await desk.registered(printer.port, { capabilities: ["drawer"] });
    const here = { device_id: device.id };
    const cash = await desk.asked("R-1", { ...here, copies: 2 });
    await desk.reached(cash, isPrinted);
    expect(printer.machine().drawerKicks()).toBe(1);
    const again = { document_type: "receipt", reprint_of_id: cash.id } as const;
    const body = { ...again, reprint_reason: "the paper tore" };
    const { body: second } = await desk.client.call(printJobsContract.create, { body });
    await desk.reached(second, isPrinted);
    await desk.reached(await desk.asked("R-2", here, "upi"), isPrinted);
    expect(printer.machine().drawerKicks()).toBe(1);
    await desk.change(device, { capabilities: [] });
    await desk.reached(await desk.asked("R-3", here), isPrinted);
    expect(printer.machine().drawerKicks()).toBe(1);
    // The duplicate of two copies is two documents.
    expect(textsOf(printer)).toHaveLength(6);
  });

  test("and a drawer keep their turn at one printer", async () => {
    const printer = await desk.newPrinter();
    const device = await desk.registered(printer.port, { capabilities: ["drawer"] });
    const here = { params: { id: device.id }, body: {} };
    const opened = (await desk.client.call(printJobsContract.openDrawer, here)).body;
    await desk.reached(opened, isPrinted);
    expect(printer.machine().drawerKicks()).toBe(1);
    expect(textsOf(printer)).toEqual([]);
    await desk.reached(await desk.asked("R-1", { device_id: device.id }, "card"), isPrinted);
    expect(textsOf(printer)).toHaveLength(1);
    expect(printer.machine().drawerKicks()).toBe(1);
  });

  test("opens a drawer that hangs on pin 5, and says that it is open until somebody closes it", async () => {
    const printer = await startVirtualPrinter({ drawer: { pin: 5, openIsHigh: false } });
    const device = await desk.registered(printer.port, {
      capabilities: ["drawer", "drawer_pin_5"],
      serial_no: "pin-5",
    });
    await desk.isIn(device, "online");
    const openNow = async (isOpen: boolean) =>
      until(async () => {
        const { body } = await desk.client.call(devicesContract.get, { params: { id: device.id } });
        return body.health.drawer_open === isOpen ? body : undefined;
      });
    const here = { params: { id: device.id }, body: {} };
    const opened = (await desk.client.call(printJobsContract.openDrawer, here)).body;
    await desk.reached(opened, isPrinted);
    await openNow(true);
    printer.setState({ drawerOpen: false });
    await openNow(false);
    expect(printer.drawerKicks()).toBe(1);
    await desk.change(device, { capabilities: ["drawer"] });
    await desk.reached(
      (await desk.client.call(printJobsContract.openDrawer, here)).body,
      isPrinted,
    );
    // A pulse at the other pin opens nothing.
    expect(printer.drawerKicks()).toBe(1);
    await desk.bench.room.stop();
    await printer.close();
  });
});
