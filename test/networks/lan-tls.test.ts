import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import { issueCertificate } from "@edgeward/branch-node/lan/tls/certificate-authority.ts";
import { authorityFile, tlsSecret } from "@edgeward/branch-node/lan/tls/certificate-keeper.ts";
import { readKeyedFile } from "@edgeward/branch-node/lan/tls/keyed-file.ts";
import { pairingContract } from "@edgeward/branch-node/pairing/pairing.contract.ts";
import { testNames } from "@edgeward/branch-node/ui/test-names.ts";
import { qrSvg } from "@edgeward/devices/code/qr-svg.ts";
import { devicesContract } from "@edgeward/shared/clinical/devices/devices.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { listen } from "@edgeward/shared/http/listen.ts";
import { barriersOn } from "#e2e/barriers.ts";
import { openBrowser } from "#support/browser.ts";
import { startTestHub } from "#support/hub-harness.ts";
import { LanCard, missingForCards } from "#support/lan-card.ts";
import { startLiveBranch, type LiveBranch } from "#support/live-branch.ts";
import { pagesBuilt } from "#support/pages.ts";
import { until } from "#support/until.ts";

const mustRun = process.env["CI"] === "true";
const hasCertutil = spawnSync("certutil", ["-H"]).error === undefined;
const missing = hasCertutil ? missingForCards() : "certutil of libnss3-tools";
const strangeName = "bank.example";

let folder: string;
let card: LanCard;
let branch: LiveBranch;
let admin: Client;
let site: string;
const browsers: Browser[] = [];
let strange: Server;
let strangePort: number;

beforeAll(async () => {
  if (missing !== null) return;
  folder = mkdtempSync(join(tmpdir(), "edgeward-lan-tls-"));
  card = new LanCard();
  await pagesBuilt();
  const hub = await startTestHub({ startsAt: new Date().toISOString() });
  branch = await startLiveBranch(hub, hub.tenant.branchId, {
    host: "0.0.0.0",
    tlsPort: 0,
    network: () => ({ hostname: "frontdesk", addresses: [card.address] }),
  });
  await until("HTTPS is served", 20_000, () => branch.node.tls.state().port !== null);
  admin = await branch.client(["branch_admin"]);
  site = (await branch.node.tls.siteName()) ?? "";
  // Nothing of this needs the hub.
  await hub.stop();
  await startStranger();
}, 240_000);

afterEach(async () => {
  for (const browser of browsers.splice(0)) await browser.close();
});

afterAll(async () => {
  if (missing !== null) return;
  strange.close();
  await branch.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A server that shows what a thief of the branch's key could make: the same authority, and somebody else's name. */
async function startStranger(): Promise<void> {
  const authority = readKeyedFile(authorityFile(branch.folder), tlsSecret(branch.folder));
  if (typeof authority === "string") throw new Error(`the authority is ${authority}`);
  const pair = {
    privateKeyPem: authority.privateKeyPem,
    certificatePem: authority.certificates[0].toString(),
  };
  const lifetime = { from: Date.now() - 86_400_000, until: Date.now() + 86_400_000 };
  const made = issueCertificate(pair, { names: [strangeName], addresses: [] }, lifetime);
  const context = { key: made.privateKeyPem, cert: made.certificatePem + pair.certificatePem };
  strange = createServer(context, (_request, response) => response.end("a bank"));
  strangePort = await listen(strange, 0, "127.0.0.1");
}

function pinOfBranch(): string {
  return branch.node.tls.state().ca_pin ?? "";
}

function secure(host: string, path = "/healthz"): string {
  return `https://${host}:${String(branch.node.tls.state().port)}${path}`;
}

function plain(path: string): string {
  return `http://${card.address}:${branch.node.port}${path}`;
}

/** A home whose user trusts the branch, as the steps on the branch's page say. */
function trustingHome(): string {
  const home = mkdtempSync(join(folder, "home-"));
  const database = join(home, ".pki", "nssdb");
  mkdirSync(database, { recursive: true });
  const file = join(home, "edgeward-ca.crt");
  writeFileSync(file, branch.node.tls.authorityPem() ?? "");
  const store = `sql:${database}`;
  execFileSync("certutil", ["-d", store, "-N", "--empty-password"]);
  execFileSync("certutil", ["-d", store, "-A", "-t", "C,,", "-n", "edgeward", "-i", file]);
  return home;
}

async function openPage(home: string, more: readonly string[] = []): Promise<Page> {
  const names = `MAP ${site} ${card.address}, MAP ${strangeName} 127.0.0.1`;
  const { browser, fault } = await openBrowser([`--host-resolver-rules=${names}`, ...more], home);
  if (browser === null) throw new Error(fault);
  browsers.push(browser);
  return browser.newPage();
}

function strangerHome(): string {
  return mkdtempSync(join(folder, "home-"));
}

test.runIf(mustRun)("in CI nothing here is left out for want of a tool", () => {
  expect(missing).toBeNull();
});

describe.skipIf(missing !== null)(
  `a real browser and a branch's certificate, without the hub (missing here: ${missing ?? "nothing"})`,
  () => {
    test("is stopped by a certificate that it has not been asked to trust", async () => {
      const page = await openPage(strangerHome());
      await expect(page.goto(secure(card.address))).rejects.toThrow(
        "net::ERR_CERT_AUTHORITY_INVALID",
      );
    });

    test("opens the branch by name and by address once it trusts the authority", async () => {
      const page = await openPage(trustingHome());
      for (const host of [site, card.address, "localhost"]) {
        const response = await page.goto(secure(host));
        expect(response?.status(), host).toBe(200);
        expect(await page.evaluate("isSecureContext"), host).toBe(true);
      }
    });

    test("is stopped where the same authority speaks for somebody else's name", async () => {
      const page = await openPage(trustingHome());
      await expect(page.goto(`https://${strangeName}:${strangePort}/`)).rejects.toThrow(
        "net::ERR_CERT_INVALID",
      );
    });

    test("opens the branch without the authority when it is asked to accept its key", async () => {
      const pin = `--ignore-certificate-errors-spki-list=${pinOfBranch()}`;
      const page = await openPage(strangerHome(), [pin]);
      expect((await page.goto(secure(card.address)))?.status()).toBe(200);
      expect(await page.evaluate("isSecureContext")).toBe(true);
    });

    test("shows a device over plain HTTP how to come in, and takes the code along", async () => {
      const page = await openPage(strangerHome());
      await page.goto(plain("/kiosk#pair=ABCDEFGH"));
      const link = page.getByTestId(testNames.secureLink);
      await link.waitFor();
      expect(await link.getAttribute("href")).toBe(secure(card.address, "/kiosk#pair=ABCDEFGH"));
      expect(await barriersOn(page)).toMatchObject({ violations: [] });
      await page.getByTestId(testNames.trustLink).click();
      await page.getByTestId(testNames.fingerprint).waitFor();
      expect(page.url()).toBe(plain("/trust"));
    });

    test("learns on the page of trust that it does not trust the branch, and the fingerprint", async () => {
      const page = await openPage(strangerHome());
      await page.goto(plain("/trust"));
      await page.locator('[data-trust="untrusted"]').waitFor();
      expect(await page.getByTestId(testNames.fingerprint).textContent()).toBe(
        branch.node.tls.state().ca_sha256,
      );
      expect(await barriersOn(page)).toMatchObject({ violations: [] });
      await page.getByTestId(testNames.language).selectOption("hi");
      await page.locator("html[lang=hi]").waitFor({ state: "attached" });
      expect(await barriersOn(page)).toMatchObject({ violations: [] });
    });

    test("learns that it trusts the branch, and is led to its pages over HTTPS", async () => {
      const page = await openPage(trustingHome());
      await page.goto(plain("/trust"));
      await page.locator('[data-trust="trusted"]').waitFor();
      const [kiosk] = await page.getByRole("link", { name: "Check-in kiosk" }).all();
      expect(await kiosk?.getAttribute("href")).toBe(secure(card.address, "/kiosk"));
    });

    test("is led to the page of trust by the desk's code, wherever the desk itself stands", async () => {
      for (const desk of [`http://127.0.0.1:${branch.node.port}`, plain("").replace(/\/$/u, "")]) {
        const code = await fetch(`${desk}/trust/qr.svg`);
        expect(code.headers.get("content-type")).toContain("image/svg+xml");
        expect(await code.text()).toBe(qrSvg(plain("/trust")));
      }
    });

    test("becomes a kiosk by the code's address, and is locked", async () => {
      const body = {
        device_type: "kiosk",
        serial_no: "LAN-1",
        driver_profile: "kiosk_web",
        name: "Entrance",
      } as const;
      const { id } = (await admin.call(devicesContract.register, { body })).body;
      const asked = { params: { id }, body: { origin: "http://localhost:8081" } };
      const offer = (await admin.call(pairingContract.offer, asked)).body;
      const pin = branch.node.tls.state().ca_sha256?.replaceAll(":", "").toLowerCase() ?? "";
      expect(offer.address).toBe(secure(card.address, `/kiosk#pair=${offer.code}&ca=${pin}`));

      const page = await openPage(trustingHome());
      await page.goto(offer.address);
      await page.getByTestId(testNames.pairDevice).click();
      await page.getByTestId(testNames.kiosk).waitFor();
      await admin.call(devicesContract.update, { params: { id }, body: { status: "blocked" } });
      await page.getByText("This device has been locked").waitFor();
    });
  },
);
