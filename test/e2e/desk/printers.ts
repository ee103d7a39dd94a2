import { startDeviceBench, type DeviceBench } from "@edgeward/devices/virtual/bench/bench.ts";
import { choose, type Screen } from "#e2e/desk.ts";
import { world } from "./world.ts";

/** Printers that are registered at the branch. */
export interface CarePrinters {
  /** Labels of tubes come out of its label printer, all else of its other one. */
  readonly bench: DeviceBench;
  /** Takes them from the branch again, so that nobody's papers go there any more. */
  remove(): Promise<void>;
}

interface Added {
  readonly name: string;
  readonly kind: string;
  readonly port: number;
  readonly roles: Readonly<Record<string, boolean>>;
}

function card(desk: Screen, name: string) {
  return desk.at("device").filter({ has: desk.page.locator("strong", { hasText: name }) });
}

async function add(manager: Screen, { name, kind, port, roles }: Added): Promise<void> {
  await manager.at("addDevice").click();
  await choose(manager.at("deviceKind"), kind);
  await manager.at("deviceAddress").fill(`127.0.0.1:${port}`);
  await manager.at("deviceName").fill(name);
  await manager.at("deviceSerial").fill(`SN-${port}`);
  for (const [role, isOn] of Object.entries(roles))
    await manager.page.getByTestId(`role-${role}`).first().setChecked(isOn);
  await manager.at("saveDevice").click();
  await card(manager, name).getByText("Ready", { exact: false }).waitFor();
}

async function remove(manager: Screen, name: string): Promise<void> {
  const one = card(manager, name);
  await one.getByTestId("device-settings").click();
  await one.getByTestId("remove-device").click();
  await one.getByTestId("remove-device").click();
  await one.waitFor({ state: "detached" });
}

/** Connects stand-ins without hardware as somebody who manages the branch does. */
export async function connectCarePrinters(): Promise<CarePrinters> {
  const bench = await startDeviceBench();
  const manager = await world.openDesk(world.product.credentials.branch_manager);
  await manager.at("devicesButton").click();
  const label = { label: false, wristband: false, lab_label: true };
  await add(manager, {
    name: "Tube labels",
    kind: "zpl_203",
    port: bench.labelPrinter.port,
    roles: label,
  });
  await add(manager, {
    name: "Reports",
    kind: "epson_tm_m30",
    port: bench.receiptPrinter.port,
    roles: { token: false, report: true },
  });
  return {
    bench,
    remove: async () => {
      for (const name of ["Tube labels", "Reports"]) await remove(manager, name);
      await manager.close();
      await bench.close();
    },
  };
}

/** Connects a stand-in for the printer of a cashier: of a model on which a drawer hangs. */
export async function connectCashPrinter(): Promise<CarePrinters> {
  const bench = await startDeviceBench();
  const manager = await world.openDesk(world.product.credentials.branch_manager);
  await manager.at("devicesButton").click();
  const name = "Cash desk";
  const roles = { token: false, receipt: true, bill: true, report: true };
  await add(manager, { name, kind: "epson_tm_m30", port: bench.receiptPrinter.port, roles });
  return {
    bench,
    remove: async () => {
      await remove(manager, name);
      await manager.close();
      await bench.close();
    },
  };
}

/** Connects a stand-in for the printer of medicines' labels. */
export async function connectMedicinePrinter(): Promise<CarePrinters> {
  const bench = await startDeviceBench();
  const manager = await world.openDesk(world.product.credentials.branch_manager);
  await manager.at("devicesButton").click();
  const name = "Medicine labels";
  const roles = { label: true, wristband: false, lab_label: false };
  await add(manager, { name, kind: "zpl_203", port: bench.labelPrinter.port, roles });
  return {
    bench,
    remove: async () => {
      await remove(manager, name);
      await manager.close();
      await bench.close();
    },
  };
}
