import type { X509Certificate } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { issueCertificate, permittedNames } from "./certificate-authority.ts";
import {
  authorityFile,
  CertificateKeeper,
  leafFile,
  lifetimeOf,
  makeBranchAuthority,
  tlsSecret,
  type CertificateState,
} from "./certificate-keeper.ts";
import { readKeyedFile } from "./keyed-file.ts";
import { branchNames, isLanAddress, lanNames, siteName } from "./lan-names.ts";

const day = 86_400_000;
const site = siteName("PUN");
const start = Date.UTC(2027, 2, 1, 12);

let folder: string;
let now: number;
let network: { hostname: string; addresses: readonly string[] };
let remembered: string | null;
let keeper: CertificateKeeper;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "edgeward-tls-"));
  now = start;
  network = { hostname: "FrontDesk", addresses: ["192.168.1.20"] };
  remembered = null;
  keeper = newKeeper();
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function newKeeper(): CertificateKeeper {
  return new CertificateKeeper({
    folder,
    now: () => now,
    remembered: {
      read: () => Promise.resolve(remembered),
      write: (fingerprint) => {
        remembered = fingerprint;
        return Promise.resolve();
      },
    },
  });
}

function look(): Promise<CertificateState> {
  return keeper.look(site, network);
}

function present<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error("what was to be there is not");
  return value;
}

async function leafNow(): Promise<X509Certificate> {
  return present((await look()).leaf).certificates[0];
}

describe("the names of a branch", () => {
  test.each([
    ["PUN", "edgeward-pun.local"],
    ["New Delhi/2", "edgeward-new-delhi-2.local"],
    ["-x-", "edgeward-x.local"],
  ])("its code %j is the name %s", (code, name) => expect(siteName(code)).toBe(name));

  test("are its own, the machine's and localhost", () => {
    expect(branchNames(site, "FrontDesk")).toEqual([
      site,
      "frontdesk",
      "frontdesk.local",
      "localhost",
    ]);
    expect(branchNames(site, "pc1.clinic.lan")).toContain("pc1.local");
    expect(branchNames(site, "not a name")).toEqual([site, "localhost"]);
  });

  test.each([
    ["10.1.2.3", true],
    ["172.31.255.255", true],
    ["172.32.0.1", false],
    ["192.168.0.1", true],
    ["169.254.9.9", true],
    ["8.8.8.8", false],
    ["100.64.0.1", false],
    ["fd12:3456::1", true],
    ["fe80::1", true],
    ["2001:db8::1", false],
    ["edgeward", false],
  ])("%s is an address of a local network: %s", (address, isLocal) =>
    expect(isLanAddress(address)).toBe(isLocal),
  );
});

describe("a branch's first certificates", () => {
  test("come from an authority that may speak for the branch's own names and addresses only", async () => {
    const { leaf, authority, fault } = await look();
    expect(fault).toBeNull();
    expect(authority?.ca).toBe(true);
    expect(permittedNames(authority?.toString() ?? "")).toEqual(branchNames(site, "FrontDesk"));
    const [own, issuer] = leaf?.certificates ?? [];
    expect(issuer?.fingerprint256).toBe(authority?.fingerprint256);
    expect(own?.checkIP("192.168.1.20")).toBe("192.168.1.20");
    for (const host of [site, "frontdesk", "frontdesk.local", "localhost"])
      expect(own?.checkHost(host)).toBe(host);
    for (const address of ["127.0.0.1", "::1"]) expect(own?.checkIP(address)).toBe(address);
    expect(own?.checkIP("192.168.1.21")).toBeUndefined();
    expect(own?.verify(present(issuer).publicKey)).toBe(true);
  });

  test("last ten years, and at most 397 days", async () => {
    const { leaf, authority } = await look();
    const whole = authority === null ? null : lifetimeOf(authority);
    expect((whole?.until ?? 0) - start).toBe(3_652 * day);
    const own = lifetimeOf(present(leaf).certificates[0]);
    expect(own.until - own.from).toBe(397 * day);
    expect(own.from).toBeLessThan(start);
  });

  test("lie with their keys in files that only the node's user reads", async () => {
    await look();
    for (const file of [authorityFile(folder), leafFile(folder)])
      expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test("are the same after a restart", async () => {
    const before = await look();
    keeper = newKeeper();
    const after = await look();
    expect(after.authority?.fingerprint256).toBe(before.authority?.fingerprint256);
    expect(after.leaf?.certificates[0].fingerprint256).toBe(
      before.leaf?.certificates[0].fingerprint256,
    );
  });

  test("leave out an address of the open internet, which the authority may not speak for", async () => {
    network = { hostname: "FrontDesk", addresses: ["203.0.113.7", "192.168.1.20"] };
    const leaf = await leafNow();
    expect(leaf.checkIP("203.0.113.7")).toBeUndefined();
    expect(leaf.checkIP("192.168.1.20")).toBe("192.168.1.20");
  });

  test("are not made by a clock that is older than the program", async () => {
    now = Date.UTC(1970, 0, 2);
    expect(await look()).toEqual({ leaf: null, authority: null, fault: "clock_wrong" });
    now = start;
    expect((await look()).fault).toBeNull();
  });
});

test("the keys of its certificates lie sealed in their files", async () => {
  await look();
  for (const file of [authorityFile(folder), leafFile(folder)]) {
    const text = readFileSync(file, "utf8");
    expect(text).toContain("-----BEGIN ENCRYPTED PRIVATE KEY-----");
    expect(text).not.toContain("-----BEGIN PRIVATE KEY-----");
    expect(readKeyedFile(file, "0".repeat(64))).toBe("damaged");
  }
});

describe("the served certificate", () => {
  test("is made anew when the machine has another address, by the same authority", async () => {
    const before = await look();
    network = { hostname: "FrontDesk", addresses: ["10.0.0.5"] };
    const after = await look();
    expect(after.leaf?.certificates[0].checkIP("10.0.0.5")).toBe("10.0.0.5");
    expect(after.leaf?.certificates[0].checkIP("192.168.1.20")).toBeUndefined();
    expect(after.authority?.fingerprint256).toBe(before.authority?.fingerprint256);
  });

  test("is made anew thirty days before its end, and not sooner", async () => {
    const first = await leafNow();
    now = lifetimeOf(first).until - 30 * day - 1;
    expect((await leafNow()).fingerprint256).toBe(first.fingerprint256);
    now += 2;
    const second = await leafNow();
    expect(second.fingerprint256).not.toBe(first.fingerprint256);
    expect(lifetimeOf(second).until).toBe(Math.floor(now / 1000) * 1000 + 396 * day);
  });

  test("is made anew when the clock was ahead while it was made", async () => {
    await look();
    now = start + 800 * day;
    const ahead = await leafNow();
    now = start + 10 * day;
    const right = await leafNow();
    expect(right.fingerprint256).not.toBe(ahead.fingerprint256);
    expect(lifetimeOf(right).from).toBeLessThan(now);
  });

  test("ends with its authority, and is not made again and again in the last month", async () => {
    const { authority } = await look();
    now = start + 3_640 * day;
    const last = await leafNow();
    expect(last.validTo).toBe(authority?.validTo);
    now += day;
    expect((await leafNow()).fingerprint256).toBe(last.fingerprint256);
    now = start + 3_652 * day;
    expect(await look()).toMatchObject({ leaf: null, fault: "ca_expired" });
  });

  test("leaves out a name that the machine was given after the authority was made", async () => {
    await look();
    network = { hostname: "reception", addresses: ["192.168.1.20"] };
    const renamed = await leafNow();
    expect(renamed.checkHost("reception")).toBeUndefined();
    expect(renamed.checkHost(site)).toBe(site);
    expect((await leafNow()).fingerprint256).toBe(renamed.fingerprint256);
  });

  test("is made anew when its file is damaged or its key is another's", async () => {
    const first = await leafNow();
    writeFileSync(leafFile(folder), readFileSync(leafFile(folder), "utf8").slice(0, 400));
    expect((await leafNow()).fingerprint256).not.toBe(first.fingerprint256);
    const [, ...rest] = readFileSync(leafFile(folder), "utf8").split(/(?=-----BEGIN CERT)/u);
    const [strange] = readFileSync(authorityFile(folder), "utf8").split(/(?=-----BEGIN CERT)/u);
    writeFileSync(leafFile(folder), [strange, ...rest].join(""));
    expect((await look()).fault).toBeNull();
    expect(readFileSync(leafFile(folder), "utf8")).not.toContain(strange);
  });

  test("is not taken from another authority's hand", async () => {
    await look();
    const strange = mkdtempSync(join(tmpdir(), "edgeward-tls-"));
    await makeBranchAuthority(strange, site, "FrontDesk", now);
    const made = readKeyedFile(authorityFile(strange), tlsSecret(strange));
    if (typeof made === "string") throw new Error(made);
    rmSync(strange, { recursive: true });
    const { privateKeyPem, certificates } = made;
    const authority = { privateKeyPem, certificatePem: certificates[0].toString() };
    const lifetime = { from: now - day, until: now + 300 * day };
    const forged = issueCertificate(authority, lanNames(site, network), lifetime);
    writeFileSync(leafFile(folder), forged.privateKeyPem + forged.certificatePem);
    expect((await leafNow()).toString()).not.toBe(forged.certificatePem);
  });
});

describe("an authority that is lost", () => {
  test("is not replaced by itself, and what it has issued is served to its end", async () => {
    const before = await look();
    rmSync(authorityFile(folder));
    keeper = newKeeper();
    const after = await look();
    expect(after.fault).toBe("ca_missing");
    expect(after.leaf?.certificates[0].fingerprint256).toBe(
      before.leaf?.certificates[0].fingerprint256,
    );
    expect(after.authority?.fingerprint256).toBe(before.authority?.fingerprint256);
    now = lifetimeOf(present(before.leaf).certificates[0]).until;
    expect(await look()).toMatchObject({ leaf: null, fault: "ca_missing" });
  });

  test("is noticed even when its whole folder is gone", async () => {
    await look();
    rmSync(join(folder, "tls"), { recursive: true });
    expect(await look()).toEqual({ leaf: null, authority: null, fault: "ca_missing" });
  });

  test("is distinguished from one that is damaged", async () => {
    await look();
    const text = readFileSync(authorityFile(folder), "utf8");
    writeFileSync(authorityFile(folder), text.slice(text.indexOf("-----BEGIN CERT")));
    expect(await look()).toMatchObject({ fault: "ca_damaged" });
    writeFileSync(authorityFile(folder), "");
    expect(await look()).toMatchObject({ fault: "ca_damaged" });
  });

  test("is another one once the operator has made it, and that one is remembered", async () => {
    const before = await look();
    rmSync(authorityFile(folder));
    expect((await look()).fault).toBe("ca_missing");
    await makeBranchAuthority(folder, site, network.hostname, now);
    const after = await look();
    expect(after.fault).toBeNull();
    expect(after.authority?.fingerprint256).not.toBe(before.authority?.fingerprint256);
    expect(remembered).toBe(after.authority?.fingerprint256);
  });
});
