import { describe, expect, test } from "vitest";
import { draftOfFound, draftOfKind, emptyDraft, registerBodyOf } from "./device-draft.ts";

describe("a printer that is typed in", () => {
  test.each([
    ["network", "192.0.2.7", { kind: "network", host: "192.0.2.7" }],
    ["network", " printer.local:9101 ", { kind: "network", host: "printer.local", port: 9101 }],
    ["serial", "/dev/ttyUSB0", { kind: "serial", path: "/dev/ttyUSB0" }],
    ["usb", "04B8:0E15", { kind: "usb", usb_vid: "04b8", usb_pid: "0e15" }],
    [
      "ipp",
      "cups:631/printers/desk",
      { kind: "ipp", host: "cups", port: 631, path: "/printers/desk" },
    ],
    ["ipp", "printer.local", { kind: "ipp", host: "printer.local" }],
    ["spooler", "Front desk", { kind: "spooler", path: "Front desk" }],
  ] as const)("at %s %s is reached there", (connection, address, expected) => {
    expect(registerBodyOf({ ...emptyDraft, connection, address }).connection).toEqual(expected);
  });

  test.each([
    [{ kind: "network", host: "10.0.0.7", port: 9100 }, "10.0.0.7:9100"],
    [{ kind: "ipp", host: "10.0.0.8", port: 631, path: "/ipp/print" }, "10.0.0.8:631/ipp/print"],
    [{ kind: "serial", path: "/dev/ttyUSB0" }, "/dev/ttyUSB0"],
    [{ kind: "usb", usb_vid: "04b8", usb_pid: "0e15" }, "04b8:0e15"],
  ] as const)("that was found at %j is registered there", (connection, address) => {
    const found = {
      source: "mdns",
      name: "A",
      serial_no: "S1",
      vendor: null,
      device_id: null,
    } as const;
    const draft = { ...emptyDraft, ...draftOfFound({ ...found, connection }) };
    expect(draft).toMatchObject({ name: "A", serialNo: "S1", address });
    expect(registerBodyOf(draft).connection).toEqual(connection);
  });

  test("at a serial port goes at the speed that was chosen, and elsewhere has none", () => {
    const draft = { ...emptyDraft, address: "/dev/ttyS0", baud: "19200" };
    const serial = { kind: "serial", path: "/dev/ttyS0", baud: 19_200 };
    expect(registerBodyOf({ ...draft, connection: "serial" }).connection).toEqual(serial);
    const spooler = { kind: "spooler", path: "/dev/ttyS0" };
    expect(registerBodyOf({ ...draft, connection: "spooler" }).connection).toEqual(spooler);
  });

  test("at a serial port has the parity and the flow control that were chosen, and elsewhere none", () => {
    const draft = {
      ...emptyDraft,
      address: "/dev/ttyS0",
      parity: "even",
      flowControl: "xon_xoff",
    } as const;
    const serial = { kind: "serial", path: "/dev/ttyS0", parity: "even", flow_control: "xon_xoff" };
    expect(registerBodyOf({ ...draft, connection: "serial" }).connection).toEqual(serial);
    const queue = { kind: "spooler", path: "/dev/ttyS0" };
    expect(registerBodyOf({ ...draft, connection: "spooler" }).connection).toEqual(queue);
  });

  test("behind IPP is encrypted where somebody has ticked that", () => {
    const draft = { ...emptyDraft, connection: "ipp", address: "server/ipp/print" } as const;
    const place = { kind: "ipp", host: "server", path: "/ipp/print" };
    expect(registerBodyOf(draft).connection).toEqual(place);
    const encrypted = registerBodyOf({ ...draft, isEncrypted: true }).connection;
    expect(encrypted).toEqual({ ...place, tls: true });
  });

  test("of a known model brings what the model can do", () => {
    expect(registerBodyOf({ ...emptyDraft, kind: "epson_tm_m30", name: "Desk" })).toMatchObject({
      driver_profile: "escpos_80",
      model: "epson_tm_m30",
      vendor: "Epson",
      name: "Desk",
      capabilities: ["cut", "drawer"],
    });
  });

  test("of a known label printer is for labels and has no drawer", () => {
    const draft = draftOfKind(emptyDraft, "tsc_te300");
    expect(registerBodyOf(draft)).toMatchObject({
      driver_profile: "tspl",
      model: "tsc_te300",
      vendor: "TSC",
      roles: ["label", "lab_label", "wristband"],
      capabilities: [],
    });
  });

  test("of no known model is spoken to in its language alone", () => {
    const body = registerBodyOf({ ...emptyDraft, kind: "zpl_300" });
    expect(body).toMatchObject({ driver_profile: "zpl_300", capabilities: [] });
    expect(body).not.toHaveProperty("model");
    expect(body).not.toHaveProperty("name");
  });
});

test("another kind of printer is for what that kind prints, unless somebody has chosen otherwise", () => {
  const label = draftOfKind(emptyDraft, "zpl_203");
  expect(label).toMatchObject({ kind: "zpl_203", roles: ["label", "lab_label", "wristband"] });
  expect(draftOfKind(emptyDraft, "epl").roles).toEqual(label.roles);
  expect(draftOfKind(label, "escpos_80").roles).toEqual(["token"]);
  const chosen = { ...label, roles: ["wristband"] as const };
  expect(draftOfKind(chosen, "zpl_300").roles).toEqual(["wristband"]);
});
