import {
  paragraph,
  type Block,
  type DocumentContent,
  type TableRow,
} from "@edgeward/devices/page/block.ts";
import type { DocumentData } from "@edgeward/shared/clinical/print-jobs/print-documents.contract.ts";
import { documentOf, linesBlock, patientFields, type TemplateContext } from "./parts.ts";
import type { Wording } from "./wording.ts";

/** What the report of a laboratory says. */
export type LabReport = Extract<DocumentData<"report">, { kind: "lab" }>;

type Tested = LabReport["tests"][number];
type Value = Tested["values"][number];

/** The report of a laboratory: each test with what was found and what is usual, and who has verified it. */
export function labReportContent(context: TemplateContext, report: LabReport): DocumentContent {
  const { textOf } = context.wording;
  const isCorrected = report.tests.some((test) => test.is_corrected);
  const title = textOf("lab_report");
  const verifiers = [...new Set(report.tests.map((test) => test.verified_by))];
  const blocks: Block[] = [
    ...(isCorrected ? [{ kind: "mark", text: textOf("corrected_report") } as const] : []),
    { kind: "fields", fields: reportFields(context, report) },
    ...linesBlock(textOf("specimens"), specimenLines(context, report)),
    { kind: "gap" },
    resultTable(context, report),
    ...linesBlock(textOf("still_to_come"), report.pending),
    { kind: "gap" },
    paragraph(textOf("flag_key")),
    {
      kind: "signature",
      name: verifiers.join(", "),
      lines: [textOf("verified_by")],
      code: {
        kind: "code",
        symbol: { kind: "qr", content: report.order_no },
        caption: report.order_no,
      },
    },
  ];
  const running = `${title} ${report.order_no} · ${report.patient.name}`;
  return documentOf(context, { title, running, blocks });
}

function reportFields(context: TemplateContext, report: LabReport) {
  const { textOf, instant } = context.wording;
  const { ordered_at: at, ordered_by: by } = report;
  return [
    ...patientFields(context, report.patient, report.reported_at),
    { label: textOf("number"), value: report.order_no },
    ...(at === null ? [] : [{ label: textOf("ordered"), value: instant(at) }]),
    ...(by === null ? [] : [{ label: textOf("doctor"), value: by }]),
    { label: textOf("reported"), value: instant(report.reported_at) },
  ];
}

function specimenLines({ wording }: TemplateContext, { specimens }: LabReport): readonly string[] {
  const { textOf, instant } = wording;
  return specimens.map(({ type, barcode, collected_at: at }) =>
    [textOf(`specimen_${type}`), barcode, `${textOf("collected")} ${instant(at)}`].join(" · "),
  );
}

function resultTable({ wording }: TemplateContext, { tests }: LabReport): Block {
  const { textOf } = wording;
  return {
    kind: "table",
    columns: [
      { title: textOf("test"), share: 7, align: "left", onReceipt: "line" },
      { title: textOf("result"), share: 5, align: "left", onReceipt: "cell" },
      { title: textOf("flag"), share: 2, align: "left", onReceipt: "cell" },
      { title: textOf("usual"), share: 4, align: "left", onReceipt: "cell" },
    ],
    rows: tests.flatMap((test) => testRows(wording, test)),
  };
}

/** A value stands under the name of its test, which is not said again where it is the value's own. */
function testRows(wording: Wording, test: Tested): readonly TableRow[] {
  const [only, ...others] = test.values;
  const notes = notesOf(wording, test);
  if (only !== undefined && others.length === 0 && only.name === test.name)
    return [{ cells: valueCells(wording, only), notes }];
  return [
    { cells: [test.name, "", "", ""], notes: [] },
    ...test.values.map((value, index) => ({
      cells: valueCells(wording, { ...value, name: `– ${value.name}` }),
      notes: index === test.values.length - 1 ? notes : [],
    })),
  ];
}

function valueCells({ textOf }: Wording, { name, value, unit, flag, range }: Value) {
  const words = typeof value === "boolean" ? textOf(value ? "yes" : "no") : value;
  const isUsual = flag === null || flag === "N";
  return [name, unit === null ? words : `${words} ${unit}`, isUsual ? "" : flag, range ?? ""];
}

function notesOf({ textOf, instant }: Wording, test: Tested): readonly string[] {
  const verified = `${textOf("verified_by")} ${test.verified_by}, ${instant(test.verified_at)}`;
  return [
    ...(test.is_corrected ? [textOf("corrected")] : []),
    ...(test.conclusion ?? "").split("\n").filter((line) => line.trim() !== ""),
    verified,
  ];
}
