import { Button } from "#ui/kit/button.tsx";
import type { Appointment } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { roleOf } from "@edgeward/shared/clinical/print-jobs/print-jobs.contract.ts";
import type { PrinterRole } from "@edgeward/shared/clinical/devices/device-values.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { useDevices } from "#ui/desk/settings/device-queries.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { usePrint, type PrintWish } from "#ui/desk/data/print-queries.ts";
import { PreviewButton } from "#ui/desk/preview/print-preview.tsx";
import { PrintOutcome } from "./print-outcome.tsx";
import { tokenText } from "#ui/desk/today/queue.ts";

interface DocumentLineProps {
  readonly title: string;
  readonly type: "wristband" | "label" | "queue_token" | "appointment_slip";
  readonly sourceId: string;
}

/** Whether no printer at work prints this: said before somebody waits for a document that nobody can print. */
function useIsPrinterMissing(role: PrinterRole): boolean {
  const mayRead = useMay("devices", "read");
  const printers = useDevices().filter(({ roles }) => roles.includes(role));
  return mayRead && printers.every(({ status }) => status !== "active");
}

/** A document of a record, with its ways: to be looked at, and to be printed. */
export function DocumentLine({ title, type, sourceId }: DocumentLineProps) {
  const say = useSay();
  const print = usePrint();
  const isPrinterMissing = useIsPrinterMissing(roleOf(type));
  const about = { document_type: type, source_id: sourceId } as const;
  // A slip that may be out already is marked as a second one, and the reason is kept.
  const wish: PrintWish =
    type === "queue_token" ? { ...about, reprint_reason: "asked_at_desk" } : about;
  const send = () => {
    if (!print.isPending) print.mutate(wish);
  };
  return (
    <li className="document-line" data-testid={testNames.documentLine}>
      <span className="document-name">{title}</span>
      <span className="document-ways">
        <PreviewButton title={title} wish={() => about} onPrint={send} isSmall />
        <Button isSmall onPress={send} testName={testNames.printDocument} about={title}>
          {say("preview.print")}
        </Button>
      </span>
      {print.data === undefined ? null : <PrintOutcome key={print.data.id} sent={print.data} />}
      {isPrinterMissing ? <span className="advice">{say("documents.noPrinter")}</span> : null}
      <FaultNotice error={print.error} />
    </li>
  );
}

interface PatientDocumentsProps {
  readonly patientId: string;
  /** The appointments of today that stand in the queue. */
  readonly waiting: readonly Appointment[];
}

/** The documents that the desk prints for a patient: each can be looked at first. */
export function PatientDocuments({ patientId, waiting }: PatientDocumentsProps) {
  const say = useSay();
  if (!useMay("print_jobs", "create")) return null;
  return (
    <section
      className="documents"
      aria-label={say("documents.title")}
      data-testid={testNames.documents}
    >
      <h3>{say("documents.title")}</h3>
      <ul>
        {waiting.map((visit) => (
          <DocumentLine
            key={visit.id}
            title={`${say("documents.token")} ${tokenText(visit)}`}
            type="queue_token"
            sourceId={visit.id}
          />
        ))}
        <DocumentLine title={say("documents.label")} type="label" sourceId={patientId} />
        <DocumentLine title={say("documents.wristband")} type="wristband" sourceId={patientId} />
      </ul>
    </section>
  );
}
