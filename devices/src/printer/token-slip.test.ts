import jsQr from "jsqr";
import { loadImage, createCanvas } from "@napi-rs/canvas";
import { afterEach, describe, expect, test } from "vitest";
import { createTcpTransport } from "#transport/tcp.ts";
import { printoutQrs, printoutRasters, printoutText, type Printout } from "#virtual/printout.ts";
import { startVirtualPrinter, type VirtualPrinter } from "#virtual/printer.ts";
import { renderPrintout } from "#virtual/render.ts";
import { epson80mm, generic58mm, type PrinterProfile } from "./profile.ts";
import { SlipError } from "#text/slip-error.ts";
import { buildTokenSlip, buildTokenSlipParts, type TokenSlip } from "./token-slip.ts";

const slip: TokenSlip = {
  facilityName: "Saraswati Nursing Home",
  branchName: "Hazratganj",
  department: "General medicine",
  queueNo: 42,
  tokenCode: "GM-042",
  patientName: "Anita Rao",
  uhid: "LKO-2026-000123",
  providerName: "Dr. S. Menon",
  issuedAt: "21 Nov 2026, 09:46",
  qr: "https://clinic.example/q/tok_01j9z8y7x6w5v4t3s2r1q0p9n8",
  reprint: false,
};

const printers: VirtualPrinter[] = [];

afterEach(async () => {
  await Promise.all(printers.splice(0).map((printer) => printer.close()));
});

/** Prints a slip on a virtual printer over TCP and takes the paper. */
async function print(data: TokenSlip, profile: PrinterProfile = epson80mm): Promise<Printout> {
  const printer = await startVirtualPrinter({ widthDots: profile.widthDots });
  printers.push(printer);
  const transport = createTcpTransport({ host: "127.0.0.1", port: printer.port });
  const connection = await transport.open();
  await connection.write(await buildTokenSlip(data, profile), { timeoutMs: 2_000 });
  await connection.close();
  await expect.poll(() => printer.printouts().length).toBe(1);
  expect(printer.unknownCommands()).toEqual([]);
  const [printout] = printer.printouts();
  if (printout === undefined) throw new Error("nothing was printed");
  return printout;
}

describe("a token slip", () => {
  test("says everything a person needs, in the printer's own type", async () => {
    const printout = await print(slip);
    expect(
      printoutText(printout)
        .split("\n")
        .filter((line) => !line.startsWith("-")),
    ).toEqual([
      "Saraswati Nursing Home",
      "Hazratganj",
      "General medicine",
      "Token",
      "42",
      "GM-042",
      "Anita Rao",
      "UHID: LKO-2026-000123",
      "Doctor: Dr. S. Menon",
      "21 Nov 2026, 09:46",
      "",
    ]);
    expect(printoutRasters(printout)).toEqual([]);
    expect(printout.cut).toBe("full");
  });

  test("prints the queue number eight times as large as the rest", async () => {
    const printout = await print(slip);
    const runs = printout.items.flatMap((item) => (item.kind === "line" ? item.runs : []));
    const number = runs.find(({ text }) => text === "42");
    expect(number?.style).toMatchObject({ widthScale: 8, heightScale: 8, isBold: true });
  });

  test("never breaks a long queue number over two lines", async () => {
    const text = printoutText(await print({ ...slip, queueNo: 1_234_567 }, generic58mm));
    expect(text.split("\n")).toContain("1234567");
  });

  test("holds the QR content, unchanged even beyond ASCII", async () => {
    const content = "token:42;नाम:लक्ष्मी";
    const qrs = printoutQrs(await print({ ...slip, qr: content }));
    expect(qrs.map((qr) => qr.content)).toEqual([content]);
  });

  test("draws a Hindi name, and nothing of it becomes a question mark", async () => {
    const printout = await print({ ...slip, patientName: "लक्ष्मी शर्मा" });
    const [name, ...others] = printoutRasters(printout);
    expect(others).toEqual([]);
    expect(name?.align).toBe("center");
    expect(name?.raster.data.some((byte) => byte !== 0)).toBe(true);
    expect(printoutText(printout)).not.toContain("?");
    expect(printoutText(printout)).toContain("UHID: LKO-2026-000123");
  });

  test("leaves out the doctor when there is none, and marks a reprint", async () => {
    const text = printoutText(await print({ ...slip, providerName: null, reprint: true }));
    expect(text).not.toContain("Doctor");
    expect(text).toContain("*** DUPLICATE ***");
  });

  test("speaks the language it is given, marks included, and ends with the lines below", async () => {
    const words = { token: "Jeton", uhid: "Numéro", doctor: "Médecin", duplicate: "DUPLICATA" };
    const printout = await print({ ...slip, reprint: true, words, footerLines: ["Merci"] });
    const lines = printoutText(printout).split("\n");
    for (const line of ["Jeton", "Numéro: LKO-2026-000123", "*** DUPLICATA ***", "Merci"]) {
      expect(lines).toContain(line);
    }
  });

  test("fits on 58 mm paper", async () => {
    const printout = await print({ ...slip, patientName: "सुब्रह्मण्यम चतुर्वेदी" }, generic58mm);
    for (const { raster } of printoutRasters(printout)) {
      expect(raster.widthBytes * 8).toBeLessThanOrEqual(384);
    }
    expect(printoutText(printout)).toContain("Saraswati\nNursing Home");
  });

  test("never lets a name give the printer commands", async () => {
    const printout = await print({ ...slip, patientName: "A\u001b@\u001dV\u0000B\nC" });
    expect(printoutText(printout)).toContain("A @ V B C");
  });

  test.each([
    ["a script of which the letters alone give no name", "สมชาย"],
    ["a part in such a script, for a part of a name is another name", "Zhang ꯃꯅꯤ"],
    ["a picture", "Asha 🦜"],
  ])(
    "leaves a line to fill in for a name in %s, beside number and UHID",
    async (_what, patientName) => {
      const printout = await print({ ...slip, patientName });
      expect(printoutText(printout)).toContain("________________");
      expect(printoutText(printout)).toContain(slip.uhid);
      expect(printoutText(printout)).toContain(slip.tokenCode);
      expect(printoutText(printout)).not.toContain("Zhang");
      expect(printoutQrs(printout)).toHaveLength(1);
    },
  );

  test.each([
    ["wide letters", "Ａｓｈａ　Ｐａｔｉｌ", "Asha Patil"],
    ["letters for mathematics", "𝐀𝐬𝐡𝐚", "Asha"],
  ])("says a name in %s in plain ones", async (_what, patientName, said) => {
    expect(printoutText(await print({ ...slip, patientName }))).toContain(said);
  });

  test.each([
    ["Han", "王小明", "WangXiaoMing"],
    ["Han beside Latin letters", "Zhang 张伟", "Zhang ZhangWei"],
    ["Armenian", "Արամ", "Aram"],
    ["Georgian", "ნინო", "nino"],
    ["Korean", "김민준", "GimMinJun"],
    ["Santali", "ᱥᱟᱱᱛᱟᱲᱤ", "santari"],
  ])("writes a name in %s in Latin letters, as a whole", async (_script, patientName, said) => {
    const printout = await print({ ...slip, patientName });
    expect(printoutText(printout).split("\n")).toContain(said);
    expect(printoutText(printout)).toContain(slip.uhid);
  });

  test("refuses a letterhead that no font can draw", async () => {
    const building = buildTokenSlip({ ...slip, facilityName: "病院" }, epson80mm);
    await expect(building).rejects.toMatchObject({ code: "missing_glyph" });
    await expect(building).rejects.toBeInstanceOf(SlipError);
  });

  test("never lets a name turn round what stands behind it", async () => {
    const printout = await print({ ...slip, patientName: "Asha \u202e0001-ENI\u2066x" });
    expect(printoutText(printout)).toContain("Asha 0001-ENIx");
  });

  test("refuses a QR content that no symbol on this paper can hold", async () => {
    const building = buildTokenSlip({ ...slip, qr: "x".repeat(2_400) }, epson80mm);
    await expect(building).rejects.toMatchObject({ code: "qr_too_long" });
  });

  test("keeps the cut out of the body", async () => {
    const { body, trailer } = await buildTokenSlipParts(slip, epson80mm);
    const cut = Buffer.from([0x1d, 0x56]);
    expect(Buffer.from(body).indexOf(cut)).toBe(-1);
    expect(Buffer.from(trailer).indexOf(cut)).toBeGreaterThan(0);
  });
});

describe("the picture of a slip", () => {
  test("shows a QR symbol that a reader decodes to the content", async () => {
    const png = await renderPrintout(await print({ ...slip, patientName: "क्षितिज त्रिपाठी" }));
    const image = await loadImage(png);
    const context = createCanvas(image.width, image.height).getContext("2d");
    context.drawImage(image, 0, 0);
    const pixels = context.getImageData(0, 0, image.width, image.height).data;
    expect(image.width).toBe(576 + 32);
    expect(jsQr.default(pixels, image.width, image.height)?.data).toBe(slip.qr);
  });
});
