import { dateTimeFormat } from "@edgeward/shared/kernel/intl-formats.ts";
import type { TokenSlip } from "@edgeward/devices/printer/token-slip.ts";
import { settingsOf } from "#printing/documents/print-settings.ts";
import { createWording } from "#printing/documents/wording.ts";
import { tokenQr } from "#printing/documents/token-qr.ts";
import { departmentText } from "@edgeward/shared/kernel/department-text.ts";
import type { TokenSlipData } from "@edgeward/shared/clinical/print-jobs/print-jobs.token.ts";

/** An instant as the clocks of a zone show it: 21 Nov 2026, 15:35. */
export function localTimeText(instant: string, zone: string): string {
  const formatter = dateTimeFormat("en-GB", {
    timeZone: zone,
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  const parts = formatter.formatToParts(Date.parse(instant));
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((candidate) => candidate.type === type)?.value ?? "";
  return `${part("day")} ${part("month")} ${part("year")}, ${part("hour")}:${part("minute")}`;
}

/** What the document of a token says, in the words that were set when it was queued. */
export function tokenSlipOf(data: TokenSlipData, isReprint: boolean): TokenSlip {
  const { letterhead } = data;
  const plain = plainSlipOf(data, isReprint);
  if (letterhead === undefined) return plain;
  const settings = settingsOf(letterhead);
  const { textOf, instant } = createWording(settings);
  return {
    ...plain,
    facilityName: settings.displayName,
    issuedAt: instant(data.issued_at),
    footerLines: settings.footerLines,
    words: {
      token: textOf("token"),
      uhid: textOf("uhid"),
      doctor: textOf("doctor"),
      duplicate: textOf("duplicate"),
    },
  };
}

function plainSlipOf(data: TokenSlipData, isReprint: boolean): TokenSlip {
  return {
    facilityName: data.facility_name,
    branchName: data.branch_name,
    department: departmentText(data.department),
    queueNo: data.queue_no,
    tokenCode: data.token_code,
    patientName: data.patient_name,
    uhid: data.uhid,
    providerName: data.provider_name,
    issuedAt: localTimeText(data.issued_at, data.time_zone),
    qr: tokenQr(data.appointment_id),
    reprint: isReprint,
  };
}
