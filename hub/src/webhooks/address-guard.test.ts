import type { LookupFunction } from "node:net";
import { describe, expect, test } from "vitest";
import { guardedLookup, isAllowedAddress, literalAddress, type Resolve } from "./address-guard.ts";

const live = { allowLoopback: false };

/** Every way known to us of meaning an inner host, as the address that is dialled in the end. */
const inner = [
  ["this network", ["0.0.0.0", "0.1.2.3"]],
  [
    "private",
    [
      "10.0.0.1",
      "10.255.255.255",
      "172.16.0.1",
      "172.31.255.254",
      "192.168.0.1",
      "192.168.255.255",
    ],
  ],
  ["carrier-grade NAT", ["100.64.0.1", "100.100.100.200", "100.127.255.254"]],
  ["loopback", ["127.0.0.1", "127.1.2.3", "127.255.255.254", "::1"]],
  [
    "link-local and cloud metadata",
    ["169.254.169.254", "169.254.170.2", "169.254.0.1", "fe80::1", "febf::1", "fe80::1%lo"],
  ],
  ["a cloud's service address", ["168.63.129.16", "192.0.0.192"]],
  [
    "protocol assignments",
    ["192.0.0.1", "192.31.196.1", "192.52.193.1", "192.88.99.1", "192.175.48.1"],
  ],
  [
    "documentation",
    ["192.0.2.1", "198.51.100.7", "203.0.113.9", "2001:db8::1", "3fff::1", "3fff:fff::1"],
  ],
  ["benchmarking", ["198.18.0.1", "198.19.255.254", "2001:2::1"]],
  [
    "multicast and reserved",
    ["224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255", "ff02::1"],
  ],
  ["unspecified", ["::"]],
  [
    "mapped and compatible",
    ["::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:10.0.0.1", "::ffff:8.8.8.8", "::127.0.0.1"],
  ],
  ["NAT64", ["64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::a00:1"]],
  ["6to4 and Teredo", ["2002:7f00:1::", "2002:a00:1::1", "2001:0:7f00:1::1", "2001::1"]],
  ["unique local", ["fc00::1", "fd00:ec2::254", "fdff::1"]],
  [
    "site-local, discard, SRv6, ORCHID",
    ["fec0::1", "100::1", "5f00::1", "2001:10::1", "2001:20::1"],
  ],
] as const;

const outer = [
  "8.8.8.8",
  "1.1.1.1",
  "100.63.255.255",
  "100.128.0.1",
  "172.32.0.1",
  "11.0.0.1",
  "2606:4700:4700::1111",
  "2a00:1450:4001:81b::200e",
  "2400:cb00::1",
];

describe("an address", () => {
  test("the corpus has at least forty inner addresses", () => {
    expect(new Set(inner.flatMap(([, addresses]) => addresses)).size).toBeGreaterThanOrEqual(40);
  });

  test.each(inner)("that is %s is refused", (_kind, addresses) => {
    expect(addresses.filter((address) => isAllowedAddress(address, live))).toEqual([]);
  });

  test("that is public is allowed", () => {
    expect(outer.filter((address) => !isAllowedAddress(address, live))).toEqual([]);
  });

  test("that is no address at all is refused", () => {
    expect(isAllowedAddress("example.org", live)).toBe(false);
    expect(isAllowedAddress("", { allowLoopback: true })).toBe(false);
  });

  test("opens loopback, and nothing else inside, for the demo", () => {
    const open = inner
      .flatMap(([, addresses]) => [...addresses])
      .filter((address) => isAllowedAddress(address, { allowLoopback: true }));
    expect(open).toEqual(["127.0.0.1", "127.1.2.3", "127.255.255.254", "::1"]);
  });
});

test("notations that mean an inner address are one by the time a URL is read", () => {
  const notations = [
    "2130706433",
    "0x7f.1",
    "0177.0.0.1",
    "127.1",
    "①②⑦.0.0.1",
    "[::ffff:127.0.0.1]",
    "[::1]",
  ];
  for (const notation of notations) {
    const address = literalAddress(new URL(`https://${notation}/`).hostname);
    expect(address, notation).not.toBeNull();
    expect(isAllowedAddress(address ?? "", live), notation).toBe(false);
  }
  expect(literalAddress("hooks.example.org")).toBeNull();
});

describe("a name", () => {
  /** A resolver that answers what it is given, in turn. */
  function resolverOf(...answers: (readonly string[])[]): Resolve {
    return (_hostname, _options, callback) => {
      const addresses = answers.shift() ?? [];
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
      );
    };
  }

  function dial(lookup: LookupFunction, all: boolean): Promise<unknown> {
    return new Promise((resolve, reject) => {
      lookup("hooks.example.org", { all }, (error, address) => {
        if (error === null) resolve(address);
        else reject(error);
      });
    });
  }

  test("that leads to public addresses is dialled there", async () => {
    const resolve = resolverOf(["8.8.8.8"], ["8.8.8.8", "2606:4700::1"]);
    const lookup = guardedLookup(live, resolve);
    expect(await dial(lookup, false)).toBe("8.8.8.8");
    expect(await dial(lookup, true)).toEqual([
      { address: "8.8.8.8", family: 4 },
      { address: "2606:4700::1", family: 6 },
    ]);
  });

  test("is refused when one of several addresses is an inner one", async () => {
    const lookup = guardedLookup(live, resolverOf(["8.8.8.8", "10.0.0.1"]));
    await expect(dial(lookup, true)).rejects.toMatchObject({ code: "address_refused" });
  });

  test("that turns to an inner address the second time is refused then", async () => {
    const lookup = guardedLookup(live, resolverOf(["8.8.8.8"], ["169.254.169.254"]));
    expect(await dial(lookup, false)).toBe("8.8.8.8");
    await expect(dial(lookup, false)).rejects.toMatchObject({ code: "address_refused" });
  });

  test("that leads nowhere is refused", async () => {
    await expect(dial(guardedLookup(live, resolverOf([])), true)).rejects.toMatchObject({
      code: "address_refused",
    });
  });

  test("that stands for this machine is refused by the system's own resolver", async () => {
    const lookup = guardedLookup(live);
    const asked = new Promise((resolve, reject) => {
      lookup("localhost", { all: true }, (error, address) =>
        error === null ? resolve(address) : reject(error),
      );
    });
    await expect(asked).rejects.toMatchObject({ code: "address_refused" });
  });
});
