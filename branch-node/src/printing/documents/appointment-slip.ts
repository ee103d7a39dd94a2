import type { Block, DocumentContent } from "@edgeward/devices/page/block.ts";
import type { DocumentData } from "@edgeward/shared/clinical/print-jobs/print-documents.contract.ts";
import { departmentText } from "@edgeward/shared/kernel/department-text.ts";
import { tokenQr } from "./token-qr.ts";
import { documentOf, type TemplateContext } from "./parts.ts";

/** The time, with the day of the week by which people remember it. */
function timeLines({ wording }: TemplateContext, at: string): readonly Block[] {
  const line = { kind: "text", isBold: true, align: "center", size: "large" } as const;
  return [
    { ...line, text: wording.weekday(at) },
    { ...line, text: wording.instant(at) },
  ];
}

/** The slip of a booking: whom it is for, when and where to come, and the code by which the desk finds it. */
export function appointmentSlipContent(
  context: TemplateContext,
  data: DocumentData<"appointment_slip">,
): DocumentContent {
  const { wording, settings } = context;
  const { textOf } = wording;
  const said = (label: string, value: string | null) => (value === null ? [] : [{ label, value }]);
  const isAtDistance = data.encounter_type === "telehealth";
  const department = data.department === null ? null : departmentText(data.department);
  // The letterhead says it already, unless the clinic has one of its own; nobody comes whose visit is at a distance.
  const lines = isAtDistance ? [] : data.place;
  const place = lines.filter((line) => !settings.headerLines.includes(line)).join(", ");
  const fields = [
    ...said(textOf("patient"), data.patient.name),
    ...said(textOf("uhid"), data.patient.uhid),
    ...said(textOf("doctor"), data.provider_name),
    ...said(textOf("department"), department),
    ...said(textOf("visit_kind"), isAtDistance ? textOf("telehealth") : null),
    ...said(textOf("place"), place === "" ? null : place),
  ];
  const symbol = { kind: "qr", content: tokenQr(data.appointment_id) } as const;
  const code: Block = { kind: "code", symbol, caption: textOf("show_slip") };
  const title = textOf("appointment");
  return documentOf(context, {
    title,
    running: `${title} · ${data.patient.name}`,
    blocks: [
      ...timeLines(context, data.starts_at),
      { kind: "rule" },
      { kind: "fields", fields },
      ...(isAtDistance ? [] : [code]),
    ],
  });
}
