import { renderDocument } from "@edgeward/branch-node/printing/documents/render-document.ts";
import { createEscposBuilder } from "@edgeward/devices/printer/escpos/builder.ts";
import { epson80mm } from "@edgeward/devices/printer/profile.ts";
import { goldenDocuments } from "#printing/golden-documents.ts";
import { fact } from "./branch-contests.ts";
import type { Finding } from "./figures.ts";

// Receipts of seven lines, every one of them drawn: no printer has these scripts in its own type.
const scripts = [
  ["Hindi", "श्रीमती लक्ष्मी त्रिपाठी, दिन में दो बार"],
  ["Tamil", "ஸ்ரீ லக்ஷ்மி, தினமும் இருமுறை"],
  ["Bengali", "কৃষ্ণ ভট্টাচার্য, দিনে দুবার"],
  ["Telugu", "శ్రీ లక్ష్మి స్వామి, రోజుకు రెండుసార్లు"],
  ["Urdu", "ڈاکٹر عائشہ خان، دن میں دو بار"],
] as const;
const linesOfReceipt = 7;
const rounds = 40;

function receiptOf(line: string): Uint8Array {
  const builder = createEscposBuilder(epson80mm);
  for (let index = 0; index < linesOfReceipt; index += 1) {
    builder.text(line, { align: "left", isBold: index === 0, scale: 1 });
  }
  builder.cut();
  return builder.bytes();
}

/** The middle of what so many runs take of processor time, in milliseconds: of this process and its threads. */
async function cpuMs(run: () => unknown): Promise<number> {
  for (let warm = 0; warm < 3; warm += 1) await run();
  const taken: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = process.cpuUsage();
    await run();
    const { user, system } = process.cpuUsage(before);
    taken.push((user + system) / 1_000);
  }
  return taken.toSorted((one, other) => one - other)[Math.floor(rounds / 2)] ?? 0;
}

const measured = [
  "bill-80mm-hi",
  "prescription-a4-hi",
  "wristband-adult-203-en",
  "lab-label-300-hi",
];

/** What documents take of the branch's processor. */
export async function printContest(): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const [script, line] of scripts) {
    const value = await cpuMs(() => receiptOf(line));
    findings.push(fact(`document: ${linesOfReceipt} lines of ${script}`, "ms cpu", value, "≤ 10"));
  }
  for (const { name, request } of goldenDocuments.filter((document) =>
    measured.includes(document.name),
  )) {
    const value = await cpuMs(() => renderDocument(request));
    findings.push(fact(`document: ${name}`, "ms cpu", value, "≤ 50"));
  }
  return findings;
}
