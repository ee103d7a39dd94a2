import { describe, expect, test } from "vitest";
import type { LanTlsState } from "#lan/lan-tls.contract.ts";
import { deviceOrigin, reachableAddresses, trustAddress } from "./lan-tls-state.ts";

const state: LanTlsState = {
  state: "listening",
  fault: null,
  is_on_network: true,
  port: 8443,
  names: ["edgeward-pun.local", "frontdesk.local", "localhost"],
  addresses: ["192.168.1.20", "10.0.0.5", "fd00::2", "127.0.0.1", "::1"],
  certificate_ends_at: "2027-12-01T00:00:00.000Z",
  ca_ends_at: "2036-11-01T00:00:00.000Z",
  ca_sha256: "AA:BB",
  ca_pin: "pin=",
  trust_address: "http://192.168.1.20:8081/trust",
};

describe("where a device opens the branch", () => {
  test.each([
    ["the node's own machine", "http://localhost:8081", "https://192.168.1.20:8443"],
    ["its loopback address", "http://127.0.0.1:8081", "https://192.168.1.20:8443"],
    ["the node's own machine over HTTPS", "https://localhost:8443", "https://192.168.1.20:8443"],
    ["another machine, by address", "http://10.0.0.5:8081", "https://10.0.0.5:8443"],
    ["another machine, by IPv6", "http://[fd00::2]:8081", "https://[fd00::2]:8443"],
    ["another machine, by name", "http://frontdesk.local:8081", "https://frontdesk.local:8443"],
    ["a name that the certificate is not for", "http://desk.lan", "https://192.168.1.20:8443"],
    ["a proxy of the clinic's", "https://branch.example.org", "https://branch.example.org"],
  ])("is reached over HTTPS when the desk is at %s", (_, origin, expected) => {
    expect(deviceOrigin(origin, state)).toBe(expected);
  });

  test("is where the desk is while HTTPS is not served, or nobody else reaches it", () => {
    const origin = "http://127.0.0.1:8081";
    expect(deviceOrigin(origin, { ...state, port: null })).toBe(origin);
    expect(deviceOrigin(origin, { ...state, trust_address: null })).toBe(origin);
  });
});

describe("where a device learns to trust it", () => {
  test.each([
    ["10.0.0.5:8081", "http://10.0.0.5:8081/trust"],
    ["localhost:8081", "http://192.168.1.20:8081/trust"],
    ["evil.example:8081", "http://192.168.1.20:8081/trust"],
    ["not a host", "http://192.168.1.20:8081/trust"],
    [undefined, "http://192.168.1.20:8081/trust"],
  ])("is the branch's own address for a desk at %s", (asked, expected) => {
    expect(trustAddress(asked, state)).toBe(expected);
  });

  test("is nowhere while HTTPS is not served", () => {
    expect(trustAddress("10.0.0.5:8081", { ...state, trust_address: null })).toBeNull();
  });
});

describe("the addresses by which others reach a node", () => {
  const network = { hostname: "pc", addresses: ["fd00::2", "192.168.1.20"] };
  test.each([
    ["127.0.0.1", []],
    ["localhost", []],
    ["0.0.0.0", ["192.168.1.20"]],
    ["::", ["192.168.1.20", "fd00::2"]],
    ["10.0.0.5", ["10.0.0.5"]],
  ])("that listens on %s are %j", (host, expected) => {
    expect(reachableAddresses(host, network)).toEqual(expected);
  });
});
