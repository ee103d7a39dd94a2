import { paragraph, type Block, type DocumentContent } from "@edgeward/devices/page/block.ts";
import type { DocumentData } from "@edgeward/shared/clinical/print-jobs/print-documents.contract.ts";
import { labReportContent } from "./lab-report.ts";
import { documentOf, type TemplateContext } from "./parts.ts";

type Report = DocumentData<"report">;
type Shift = Extract<Report, { kind: "shift" }>;
type TestPage = Extract<Report, { kind: "test_page" }>;

/** A report: of a cashier's shift, of what the laboratory found, or of what a printer can do. */
export function reportContent(context: TemplateContext, data: Report): DocumentContent {
  if (data.kind === "lab") return labReportContent(context, data);
  return data.kind === "shift" ? shiftContent(context, data) : testContent(context, data);
}

function shiftContent(context: TemplateContext, shift: Shift): DocumentContent {
  const { textOf, instant } = context.wording;
  const fields = [
    { label: textOf("number"), value: shift.shift_no },
    { label: textOf("till"), value: shift.till },
    { label: textOf("opened"), value: instant(shift.opened_at) },
    { label: textOf("closed"), value: instant(shift.closed_at) },
    { label: textOf("cashier"), value: shift.cashier },
    ...(shift.handed_to === null ? [] : [{ label: textOf("handed_to"), value: shift.handed_to }]),
  ];
  const blocks: Block[] = [
    { kind: "fields", fields },
    takingsTable(context, shift),
    { kind: "totals", rows: cashRows(context, shift) },
    ...(shift.variance_reason === null
      ? []
      : [paragraph(`${textOf("reason")}: ${shift.variance_reason}`)]),
    { kind: "signature", name: shift.cashier, lines: [textOf("cashier")], code: null },
  ];
  const title = textOf("shift_report");
  return documentOf(context, { title, running: `${title} ${shift.shift_no}`, blocks });
}

function takingsTable({ wording }: TemplateContext, shift: Shift): Block {
  const { textOf, number, amount } = wording;
  return {
    kind: "table",
    columns: [
      { title: textOf("paid_by"), share: 5, align: "left", onReceipt: "cell" },
      { title: textOf("count"), share: 2, align: "right", onReceipt: "cell" },
      { title: textOf("amount"), share: 3, align: "right", onReceipt: "cell" },
    ],
    rows: shift.takings.map((taking) => ({
      cells: [
        textOf(taking.method),
        number(taking.count),
        amount(taking.amount_minor, shift.currency),
      ],
      notes: [],
    })),
  };
}

function cashRows({ wording }: TemplateContext, shift: Shift) {
  const { textOf, money } = wording;
  const takings = shift.takings.reduce((sum, { amount_minor: amount }) => sum + amount, 0);
  const rows = [
    ["takings", takings, true],
    ["opening_float", shift.opening_float_minor, false],
    ["paid_in", shift.paid_in_minor, false],
    ["paid_out", shift.paid_out_minor, false],
    ["refunds", shift.refunds_minor, false],
    ["cash_expected", shift.cash_expected_minor, false],
    ["cash_counted", shift.cash_counted_minor, false],
    ["variance", shift.variance_minor, true],
  ] as const;
  return rows.map(([key, minor, isStrong]) => ({
    label: textOf(key),
    value: money(minor, shift.currency),
    isStrong,
  }));
}

// One line a script: whoever holds the page sees at once whether this printer shows them all.
const samples = [
  "English: The quick brown fox, 0123456789, ₹ 1,250.50",
  "हिन्दी: क्षितिज त्रिपाठी, श्रीमती लक्ष्मी",
  "বাংলা: কৃষ্ণ ভট্টাচার্য",
  "தமிழ்: ஸ்ரீ லக்ஷ்மி",
  "తెలుగు: శ్రీ లక్ష్మి స్వామి",
  "ગુજરાતી: શ્રીમતી ક્ષમા",
  "ਪੰਜਾਬੀ: ਸ੍ਰੀ ਕ੍ਰਿਸ਼ਨ",
  "ಕನ್ನಡ: ಶ್ರೀ ಲಕ್ಷ್ಮೀ",
  "മലയാളം: ശ്രീ ലക്ഷ്മി",
  "ଓଡ଼ିଆ: ଶ୍ରୀ ଲକ୍ଷ୍ମୀ",
  "اردو: ڈاکٹر عائشہ خان",
];

function testContent(context: TemplateContext, page: TestPage): DocumentContent {
  const { textOf, instant } = context.wording;
  const details = page.details.map(({ name, value }) => ({ label: name, value }));
  const blocks: Block[] = [
    {
      kind: "fields",
      fields: [
        { label: textOf("printer"), value: page.device_name },
        { label: textOf("date"), value: instant(page.printed_at) },
        ...details,
      ],
    },
    { kind: "rule" },
    paragraph(textOf("test_line")),
    ...samples.map(paragraph),
    { kind: "rule" },
    { kind: "code", symbol: { kind: "qr", content: page.device_name }, caption: "QR" },
    { kind: "code", symbol: { kind: "code128", content: "EDGEWARD-128" }, caption: "Code 128" },
    { kind: "code", symbol: { kind: "ean13", content: "2000000000008" }, caption: "EAN-13" },
    { kind: "code", symbol: { kind: "data_matrix", content: "EDGEWARD" }, caption: "DataMatrix" },
  ];
  const title = textOf("test_page");
  return documentOf(context, { title, running: title, blocks });
}
