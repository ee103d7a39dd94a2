import { expect, test } from "vitest";
import { printWithAcknowledgement } from "@edgeward/devices/printer/print.ts";
import { generic80mm } from "@edgeward/devices/printer/profile.ts";
import { buildTokenSlipParts } from "@edgeward/devices/printer/token-slip.ts";
import { createMemoryTransport } from "@edgeward/devices/transport/memory.ts";
import { until } from "./printing-desk.ts";
import { printoutOf, printerAt, startDeskPrinter } from "./desk-printer.ts";

test("what is printed to memory is what comes out of a printer, and nobody says that it was printed", async () => {
  const parts = await buildTokenSlipParts(
    {
      facilityName: "Sahyadri",
      branchName: "Kothrud",
      department: "Eye",
      queueNo: 7,
      tokenCode: "EYE-007",
      patientName: "लक्ष्मी अय्यर",
      uhid: "PUN1-00001-X",
      providerName: null,
      issuedAt: "21 Nov 2026, 15:35",
      qr: "EW1:T:apt_1",
      reprint: false,
    },
    generic80mm,
  );
  const job = { jobTag: "abcd", profile: generic80mm };
  const memory = createMemoryTransport();
  const printer = await startDeskPrinter();
  for (const transport of [memory, printerAt(printer.port).transport]) {
    const outcome = await printWithAcknowledgement(transport, parts, job);
    expect(outcome).toEqual({ state: "sent_unconfirmed" });
  }
  const printout = await until(() => printer.printouts()[0]);
  expect(printoutOf(memory.bytes())).toEqual(printout);
  await printer.takeAway();
});
