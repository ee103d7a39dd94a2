import { expect, test } from "vitest";
import { readScannerAddress } from "./scanner-address.ts";

test.each([
  ["05E0:1200", { kind: "usb", usb_vid: "05e0", usb_pid: "1200" }],
  [" /dev/ttyACM0 ", { kind: "serial", path: "/dev/ttyACM0" }],
  ["COM3", { kind: "serial", path: "COM3" }],
  ["10.0.0.7:4001", { kind: "network", host: "10.0.0.7", port: 4001 }],
  ["scanner.local", { kind: "network", host: "scanner.local" }],
  ["compaq.local", { kind: "network", host: "compaq.local" }],
  ["  ", null],
])("reads %s as where a scanner is", (typed, connection) => {
  expect(readScannerAddress(typed)).toEqual(connection);
});
