import { textScales, type ReceiptBuilder, type TextStyle } from "#printer/escpos/builder.ts";
import type { PrinterProfile } from "./profile.ts";
import { createReceiptBuilder } from "./receipt-builder.ts";
import { nameOnSlip } from "#text/slip-name.ts";

/** What a queue token's document says. */
export interface TokenSlip {
  facilityName: string;
  branchName: string;
  department: string;
  queueNo: number;
  tokenCode: string;
  patientName: string;
  uhid: string;
  providerName: string | null;
  /** Already written as the local time a person reads. */
  issuedAt: string;
  /** What the QR symbol holds. */
  qr: string;
  reprint: boolean;
  /** Said below everything else. */
  footerLines?: readonly string[];
  /** English when absent. */
  words?: TokenLabels;
}

/** The words on a token's document that are not about the patient. */
export interface TokenLabels {
  readonly token: string;
  readonly uhid: string;
  readonly doctor: string;
  readonly duplicate: string;
}

const english: TokenLabels = {
  token: "Token",
  uhid: "UHID",
  doctor: "Doctor",
  duplicate: "DUPLICATE",
};

/** A print job in two parts: the paper counts only once the trailer, which cuts it off, is printed. */
export interface PrintParts {
  readonly body: Uint8Array;
  readonly trailer: Uint8Array;
  /** After how many bytes of the body the printer may be asked how far it is; nowhere when absent. */
  readonly ends?: readonly number[];
}

const plain: TextStyle = { align: "center", isBold: false, scale: 1 };
const bold: TextStyle = { ...plain, isBold: true };
const large: TextStyle = { ...bold, scale: 2 };

/** The whole slip as bytes for a printer that nothing is asked of. Throws {@link SlipError}. */
export async function buildTokenSlip(
  data: TokenSlip,
  profile: PrinterProfile,
): Promise<Uint8Array> {
  const { body, trailer } = await buildTokenSlipParts(data, profile);
  return Buffer.concat([body, trailer]);
}

/** The slip with its cut apart, so that a spooler can learn that the body is on paper first. Throws {@link SlipError}. */
export async function buildTokenSlipParts(
  data: TokenSlip,
  profile: PrinterProfile,
): Promise<PrintParts> {
  const builder = createReceiptBuilder(profile);
  addHeading(builder, data);
  addNumber(builder, data, profile.columns);
  addPatient(builder, data);
  builder.code({ kind: "qr", content: data.qr }, { moduleDots: 8, barDots: 0 });
  const footer = data.footerLines ?? [];
  if (footer.length > 0) builder.feed(1);
  for (const line of footer) builder.text(line, plain);
  return { body: builder.bytes(), trailer: cutBytes(profile), ends: builder.ends() };
}

function addHeading(builder: ReceiptBuilder, data: TokenSlip): void {
  builder.text(data.facilityName, large);
  builder.text(data.branchName, plain);
  builder.text(data.department, bold);
  const { duplicate } = data.words ?? english;
  if (data.reprint) builder.text(`*** ${duplicate} ***`, bold);
  builder.rule();
}

function addNumber(builder: ReceiptBuilder, data: TokenSlip, columns: number): void {
  const number = String(data.queueNo);
  builder.text((data.words ?? english).token, plain);
  builder.text(number, { ...bold, scale: largestScale(number.length, columns) });
  builder.text(data.tokenCode, large);
  builder.rule();
}

// A number broken over two lines is another number.
function largestScale(characters: number, columns: number): TextStyle["scale"] {
  return textScales.findLast((scale) => scale * characters <= columns) ?? 1;
}

function addPatient(builder: ReceiptBuilder, data: TokenSlip): void {
  builder.text(nameOnSlip(data.patientName), large);
  const { uhid, doctor } = data.words ?? english;
  builder.text(`${uhid}: ${data.uhid}`, plain);
  if (data.providerName !== null) {
    builder.text(`${doctor}: ${nameOnSlip(data.providerName)}`, plain);
  }
  builder.text(data.issuedAt, plain);
  builder.feed(1);
}

function cutBytes(profile: PrinterProfile): Uint8Array {
  const builder = createReceiptBuilder(profile);
  builder.cut();
  return builder.bytes();
}
