import { expect, test } from "vitest";
import { httpsFindings } from "./status-https.ts";

const now = Date.UTC(2027, 0, 1);
const tls = {
  state: "listening",
  fault: null,
  is_on_network: true,
  port: 8443,
  names: ["edgeward-pun.local"],
  addresses: ["192.168.1.20"],
  certificate_ends_at: "2027-12-31T00:00:00.000Z",
  ca_ends_at: "2036-12-31T00:00:00.000Z",
  ca_sha256: "AA:BB",
  ca_pin: "pin=",
  trust_address: "http://192.168.1.20:8081/trust",
};

test("HTTPS that is served is shown with its port and the end of its certificate", () => {
  expect(httpsFindings({ tls }, now)).toEqual([
    { part: "https", level: "ok", detail: "port 8443, certificate until 2027-12-31" },
  ]);
});

test.each([
  [
    "another program on its port",
    { state: "waiting", port: null, fault: "port_taken" },
    /port, tried/u,
  ],
  ["a lost authority", { fault: "ca_missing" }, /not renewed after that: .*--renew-ca/u],
  ["an authority that ends soon", { ca_ends_at: "2027-03-01T00:00:00.000Z" }, /ends 2027-03-01/u],
])("%s needs a look", (_, unlike, detail) => {
  const [finding] = httpsFindings({ tls: { ...tls, ...unlike } }, now);
  expect(finding).toMatchObject({ level: "warn", detail: expect.stringMatching(detail) });
});

test.each([
  ["turned off", { state: "off", port: null }],
  ["not started yet", { state: "starting", port: null }],
  [
    "kept from a port on a branch of one machine",
    { state: "waiting", port: null, fault: "port_taken", is_on_network: false },
  ],
])("HTTPS that is %s alarms nobody", (_, unlike) => {
  expect(httpsFindings({ tls: { ...tls, ...unlike } }, now)[0]?.level).toBe("ok");
});

test("a node that says nothing of HTTPS gets no line", () => {
  expect(httpsFindings({ sync: {} }, now)).toEqual([]);
  expect(httpsFindings(null, now)).toEqual([]);
});
