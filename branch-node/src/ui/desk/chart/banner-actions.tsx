import { Link } from "@tanstack/react-router";
import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { addressOf } from "#ui/desk/patients/patient-key.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Icon, type IconName } from "#ui/kit/icon.tsx";
import { testNames } from "#ui/test-names.ts";
import { ChartMenu } from "./chart-menu.tsx";
import { PrintMenu } from "./print-menu.tsx";

interface BannerActionsProps {
  readonly patient: Patient;
  /** The part of the chart that is shown: what stands there already is not offered twice. */
  readonly tab: string;
}

function TokenButton({ patient }: { readonly patient: Patient }) {
  const say = useSay();
  const { patientSaved } = useDesk();
  return (
    <Button
      icon="token"
      onPress={() =>
        patientSaved(patient.id, {
          patientId: patient.id,
          providerId: null,
          reason: "",
          referredBy: "",
        })
      }
      testName={testNames.bannerToken}
    >
      {say("token.label")}
    </Button>
  );
}

const tabTexts = { bills: "bills.bill", details: "chart.edit" } as const;

interface TabLinkProps extends BannerActionsProps {
  readonly to: keyof typeof tabTexts;
  readonly icon: IconName;
  readonly testName: string;
}

/** Leads to a tab. It stays where it is on that very tab: a second click on it lands on no other button. */
function TabLink({ patient, tab, to, icon, testName }: TabLinkProps) {
  const say = useSay();
  return (
    <Link
      to="/patients/$patient/$tab"
      params={{ patient: addressOf(patient), tab: to }}
      className="button"
      {...(tab === to ? { "aria-current": "page" as const } : {})}
      data-testid={testName}
    >
      <Icon name={icon} />
      {say(tabTexts[to])}
    </Link>
  );
}

/** What is done for a patient from wherever in the chart somebody is. */
export function BannerActions({ patient, tab }: BannerActionsProps) {
  const say = useSay();
  const mayBook = useMay("appointments", "create");
  const mayBill = useMay("invoices", "create");
  const mayEdit = useMay("patients", "update");
  if (patient.merged_into_id !== null) return null;
  const { uhid } = patient;
  const of = { patient, tab };
  return (
    <div className="identity-actions">
      {mayBook && tab !== "overview" ? (
        <>
          <TokenButton patient={patient} />
          <Link
            to="/appointments"
            search={{ patient: uhid }}
            className="button"
            data-testid={testNames.bannerBook}
          >
            <Icon name="calendar" />
            {say("chart.book")}
          </Link>
        </>
      ) : null}
      {mayBill ? <TabLink {...of} to="bills" icon="bill" testName={testNames.bannerBill} /> : null}
      <PrintMenu patient={patient} />
      {mayEdit ? (
        <TabLink {...of} to="details" icon="edit" testName={testNames.bannerEdit} />
      ) : null}
      <ChartMenu patient={patient} />
    </div>
  );
}
