import { expect, test } from "vitest";
import { readTlsPort } from "./tls-port.ts";

test.each([
  [undefined, 8443],
  ["", 8443],
  ["0", 0],
  ["443", 443],
  ["65535", 65_535],
  ["off", null],
])("%j means %j", (text, port) => {
  expect(readTlsPort(text)).toBe(port);
});

test.each(["https", "-1", "65536", "84.43", "0x20", "OFF", " "])(
  "%j is refused with the name of the variable",
  (text) => {
    expect(() => readTlsPort(text)).toThrow(/^EDGEWARD_BRANCH_TLS_PORT is neither/u);
  },
);
