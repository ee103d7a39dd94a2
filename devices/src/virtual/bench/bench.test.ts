import { createHash } from "node:crypto";
import { connect } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { buildLabel } from "#label/build-label.ts";
import { buildTokenSlip } from "#printer/token-slip.ts";
import { epson80mm } from "#printer/profile.ts";
import { startDeviceBench, type DeviceBench } from "./bench.ts";

let bench: DeviceBench;

beforeEach(async () => {
  bench = await startDeviceBench();
});
afterEach(() => bench.close());

function page(): Promise<string> {
  return fetch(bench.url).then((answer) => answer.text());
}

async function press(id: string, form: Readonly<Record<string, string>>, headers = {}) {
  const answer = await fetch(`${bench.url}/${id}`, {
    method: "POST",
    body: new URLSearchParams(form),
    redirect: "manual",
    headers,
  });
  return answer.status;
}

function send(port: number, bytes: Uint8Array | string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.end(bytes));
    socket.on("error", reject);
    socket.on("close", () => resolve());
    socket.resume();
  });
}

async function firstPicture(id: string): Promise<ArrayBuffer> {
  const address = await expect
    .poll(async () => new RegExp(`/devices/virtual/${id}/\\d+\\.png`, "u").exec(await page())?.[0])
    .toBeDefined()
    .then(async () => new RegExp(`/devices/virtual/${id}/\\d+\\.png`, "u").exec(await page())?.[0]);
  const answer = await fetch(new URL(address ?? "", bench.url));
  expect(answer.headers.get("content-type")).toBe("image/png");
  return answer.arrayBuffer();
}

describe("the bench of virtual devices", () => {
  test("is a page that applies its own style alone, runs no script in its text and stands in nobody's frame", async () => {
    const answer = await fetch(bench.url);
    const policy = answer.headers.get("content-security-policy") ?? "";
    const [, style = ""] = /<style>([^]*)<\/style>/u.exec(await answer.text()) ?? [];
    const hash = createHash("sha256").update(style).digest("base64");
    expect(policy).toContain(`style-src 'sha256-${hash}'`);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/u);
  });

  test("shows the slip that came out of the receipt printer", async () => {
    const slip = await buildTokenSlip(
      {
        facilityName: "Sahyadri",
        branchName: "Kothrud",
        department: "Eye",
        queueNo: 7,
        tokenCode: "EYE-007",
        patientName: "Asha Patil",
        uhid: "PUN1-00001-X",
        providerName: null,
        issuedAt: "now",
        qr: "EW1:T:apt_1",
        reprint: false,
      },
      epson80mm,
    );
    await send(bench.receiptPrinter.port, slip);
    expect((await firstPicture("receipt")).byteLength).toBeGreaterThan(1_000);
  });

  test("shows the label that came out of the label printer, and breaks its line when it is unplugged", async () => {
    await send(bench.labelPrinter.port, "^XA^FO10,10^BY2^BCN,60,N^FDABC123^FS^XZ");
    expect((await firstPicture("label")).byteLength).toBeGreaterThan(100);
    expect(await press("label", { action: "unplug" })).toBe(303);
    await expect(send(bench.labelPrinter.port, "^XA^XZ")).rejects.toThrow(/ECONNRESET|EPIPE/u);
    await press("label", { action: "ready" });
    await send(bench.labelPrinter.port, "^XA^XZ");
  });

  test("does to the receipt printer what its buttons say", async () => {
    const status = () =>
      new Promise<number>((resolve) => {
        const socket = connect(bench.receiptPrinter.port, "127.0.0.1", () =>
          socket.write(Buffer.of(0x10, 4, 4)),
        );
        socket.once("data", (bytes: Buffer) => {
          resolve(bytes[0] ?? 0);
          socket.destroy();
        });
      });
    expect(await status()).toBe(0x12);
    expect(await press("receipt", { action: "paper_out" })).toBe(303);
    await expect.poll(status).toBe(0x7e);
    await press("receipt", { action: "ready" });
    await expect.poll(status).toBe(0x12);
  });

  test("gives what is scanned to whoever listens", async () => {
    const socket = connect(bench.scanner.port, "127.0.0.1");
    const heard: string[] = [];
    socket.on("data", (bytes) => heard.push(String(bytes)));
    await expect.poll(() => bench.scanner.isHeard()).toBe(true);
    await press("scanner", { action: "scan", text: "EW1:T:apt_1" });
    await expect.poll(() => heard.join("")).toBe("EW1:T:apt_1\r");
    socket.destroy();
  });

  test("takes orders from its own page only, and none that it does not know", async () => {
    expect(await press("receipt", { action: "explode" })).toBe(404);
    expect(await press("nobody", { action: "ready" })).toBe(404);
    expect(await press("kiosk", { action: "explode" })).toBe(404);
    // Without somebody to fetch a code there is no such button, and no such order.
    expect(await page()).not.toContain("by itself");
    expect(await press("kiosk", { action: "take" })).toBe(404);
    const foreign = { "sec-fetch-site": "cross-site" };
    expect(await press("receipt", { action: "paper_out" }, foreign)).toBe(403);
    expect((await fetch(new URL("/elsewhere", bench.url))).status).toBe(404);
  });
});

test.each(["tspl", "epl"] as const)(
  "a bench whose label printer speaks %s shows what came out of it",
  async (language) => {
    await bench.close();
    bench = await startDeviceBench({ labelSpeech: { language, dpi: 300 } });
    expect(await page()).toContain(`${language.toUpperCase()}, 300 dpi`);
    const label = {
      media: { widthMm: 40, heightMm: 20, dpi: 300, isTurned: false },
      items: [],
    } as const;
    await send(bench.labelPrinter.port, buildLabel({ label, language, copies: 1 }));
    const picture = await firstPicture("label");
    // A PNG says its size at the sixteenth byte: 40 and 20 mm of 11.8 dots.
    const [width, height] = [16, 20].map((at) => Buffer.from(picture).readUInt32BE(at));
    expect([width, height]).toEqual([472, 236]);
  },
);
