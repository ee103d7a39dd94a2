import { Button } from "react-aria-components/Button";
import type { Appointment } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import type { PrinterRole } from "@edgeward/shared/clinical/devices/device-words.contract.ts";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { useDevices } from "./device-queries.ts";
import { Icon } from "./icons.tsx";
import { FaultNotice } from "./notice.tsx";
import { useMay } from "./permissions.ts";
import { usePrint, type PrintWish } from "./print-queries.ts";
import { PreviewButton } from "./print-preview.tsx";
import { tokenText } from "./queue.ts";

interface PaperProps {
  readonly title: string;
  readonly printedBy: PrinterRole;
  readonly type: "wristband" | "label" | "queue_token";
  readonly sourceId: string;
}

function noPrinterText(role: PrinterRole): TextId {
  return role === "wristband" ? "papers.noWristbandPrinter" : "papers.noPrinter";
}

/** Whether no printer at work prints this: said before somebody waits for a paper that nobody can print. */
function useIsPrinterMissing(role: PrinterRole): boolean {
  const mayRead = useMay("devices", "read");
  const printers = useDevices().filter(({ roles }) => roles.includes(role));
  return mayRead && printers.every(({ status }) => status !== "active");
}

function Paper({ title, printedBy, type, sourceId }: PaperProps) {
  const say = useSay();
  const print = usePrint();
  const isPrinterMissing = useIsPrinterMissing(printedBy);
  const about = { document_type: type, source_id: sourceId } as const;
  // A slip that may be out already is marked as a second one, and the reason is kept.
  const wish: PrintWish =
    type === "queue_token" ? { ...about, reprint_reason: "asked_at_desk" } : about;
  const send = () => {
    if (!print.isPending) print.mutate(wish);
  };
  return (
    <li className="paper-line" data-testid={testNames.paperLine}>
      <span className="paper-name">{title}</span>
      <PreviewButton
        title={title}
        wish={() => about}
        onPrint={send}
        className="button button-small"
      />
      <Button className="button button-small" onPress={send} data-testid={testNames.printPaper}>
        {say("preview.print")}
        <span className="visually-hidden"> {title}</span>
      </Button>
      {print.isSuccess ? (
        <output className="paper-sent">
          <Icon name="good" />
          {say("papers.sent")}
        </output>
      ) : null}
      {isPrinterMissing ? <span className="advice">{say(noPrinterText(printedBy))}</span> : null}
      <FaultNotice error={print.error} />
    </li>
  );
}

interface PatientPapersProps {
  readonly patientId: string;
  /** The appointments of today that stand in the queue. */
  readonly waiting: readonly Appointment[];
}

/** The papers that the desk prints for a patient: each can be looked at first. */
export function PatientPapers({ patientId, waiting }: PatientPapersProps) {
  const say = useSay();
  if (!useMay("print_jobs", "create")) return null;
  return (
    <section className="papers" aria-label={say("papers.title")} data-testid={testNames.papers}>
      <h3>{say("papers.title")}</h3>
      <ul>
        {waiting.map((visit) => (
          <Paper
            key={visit.id}
            title={`${say("papers.token")} ${tokenText(visit)}`}
            printedBy="token"
            type="queue_token"
            sourceId={visit.id}
          />
        ))}
        <Paper title={say("papers.label")} printedBy="label" type="label" sourceId={patientId} />
        <Paper
          title={say("papers.wristband")}
          printedBy="wristband"
          type="wristband"
          sourceId={patientId}
        />
      </ul>
    </section>
  );
}
