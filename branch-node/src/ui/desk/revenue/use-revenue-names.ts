import { dateTimeFormat } from "@edgeward/shared/kernel/intl-formats.ts";
import { useMemo } from "react";
import { useIntl } from "react-intl";
import { tenderMethods } from "@edgeward/shared/clinical/cashier-shifts/cashier-shifts.contract.ts";
import { invoiceTypes } from "@edgeward/shared/clinical/invoices/invoice-parts.contract.ts";
import type { RevenueGroup } from "@edgeward/shared/clinical/revenue/revenue.contract.ts";
import { departmentText } from "@edgeward/shared/kernel/department-text.ts";
import { useStaffName } from "#ui/desk/data/staff-names.ts";
import { writtenDay } from "#ui/desk/patients/birth.ts";
import { usePayerName } from "#ui/desk/payers/payer-queries.ts";
import { useSignedIn } from "#ui/desk/session/session-context.tsx";
import { useSay, type Say } from "#ui/i18n/text.ts";

/** What a means of payment is called. */
export function tenderText(say: Say, method: string): string {
  const known = tenderMethods.find((one) => one === method);
  return known === undefined ? method : say(`tender.${known}`);
}

function typeText(say: Say, type: string): string {
  const known = invoiceTypes.find((one) => one === type);
  return known === undefined ? type : say(`revenue.type_${known}`);
}

/** What the lines of a summary are called, by what they are told apart by. */
export function useRevenueNames(by: RevenueGroup): (key: string | null) => string {
  const say = useSay();
  const { locale } = useIntl();
  const { branch } = useSignedIn();
  const staffName = useStaffName();
  const payerName = usePayerName();
  return useMemo(() => {
    const month = dateTimeFormat(locale, {
      month: "long",
      year: "numeric",
      timeZone: "UTC",
    });
    const named: Readonly<Record<RevenueGroup, (key: string) => string>> = {
      day: writtenDay,
      week: (key) => say("revenue.weekOf", { day: writtenDay(key) }),
      month: (key) => month.format(Date.parse(`${key.slice(0, 7)}-01T00:00:00Z`)),
      branch: (key) => (key === branch.id ? branch.name : key),
      department: departmentText,
      doctor: staffName,
      payer: payerName,
      invoice_type: (key) => typeText(say, key),
      method: (key) => tenderText(say, key),
    };
    return (key) => (key === null || key === "" ? say("revenue.noneOf") : named[by](key));
  }, [by, say, locale, branch, staffName, payerName]);
}
