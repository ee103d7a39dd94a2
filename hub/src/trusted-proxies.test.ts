import { expect, test } from "vitest";
import { readTrustedProxies } from "./trusted-proxies.ts";

test("reads addresses and networks, and none where nothing is named", () => {
  expect(readTrustedProxies()).toEqual([]);
  expect(readTrustedProxies(" 10.0.0.5, 10.1.0.0/16 ,fd00::/8")).toEqual([
    "10.0.0.5",
    "10.1.0.0/16",
    "fd00::/8",
  ]);
});

test.each(["proxy.local", "10.0.0.0/33", "10.0.0", "::1/129", "10.0.0.1/8/8"])(
  "refuses %s, naming it",
  (text) => {
    expect(() => readTrustedProxies(text)).toThrow(text);
  },
);
