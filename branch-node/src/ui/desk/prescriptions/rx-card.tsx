import { useState } from "react";
import type { Prescription } from "@edgeward/shared/clinical/prescriptions/prescriptions.contract.ts";
import { PaperButtons } from "#ui/desk/preview/paper-buttons.tsx";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useStaffName } from "#ui/desk/visits/staff-name.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Badge } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { AlertList } from "./alert-list.tsx";
import { isOpenRx, isPrintable, medicineParts, nameOf, stateLooks } from "./rx-texts.ts";
import { StopDialog } from "./stop-dialog.tsx";

interface RxCardProps {
  readonly rx: Prescription;
  /** Whether it was issued just now: its paper is one key away. */
  readonly isNew: boolean;
  /** Begins another one with its medicines; null for who may not, or where nothing can be written now. */
  readonly onAgain: ((isReplaced: boolean) => void) | null;
}

function Paper({ rx, isNew }: Pick<RxCardProps, "rx" | "isNew">) {
  const say = useSay();
  if (!isPrintable(rx)) return null;
  return (
    <PaperButtons
      title={say("rx.paper", { name: rx.rx_no })}
      action={say("preview.print")}
      about={rx.rx_no}
      type="prescription"
      sourceId={rx.id}
      takesFocus={isNew}
      testName={testNames.printRx}
    />
  );
}

function Actions({ rx, isNew, onAgain }: RxCardProps) {
  const say = useSay();
  const mayStop = useMay("prescriptions", "update");
  const [isStopping, setStopping] = useState(false);
  const isOpen = isOpenRx(rx);
  const isDraft = rx.status === "draft";
  return (
    <div className="form-actions">
      <Paper rx={rx} isNew={isNew} />
      {onAgain === null ? null : (
        <Button
          isSmall
          about={rx.rx_no}
          onPress={() => onAgain(isOpen)}
          testName={testNames.writeAgain}
        >
          {say(isOpen ? "rx.replace" : "rx.again")}
        </Button>
      )}
      {mayStop && (isOpen || isDraft) ? (
        <Button
          isSmall
          look="quiet"
          about={rx.rx_no}
          onPress={() => setStopping(true)}
          testName={testNames.stopRx}
        >
          {say(isDraft ? "rx.cancel" : "rx.stop")}
        </Button>
      ) : null}
      {isStopping ? <StopDialog rx={rx} onClose={() => setStopping(false)} /> : null}
    </div>
  );
}

/** Why it was stopped or called off, and why it was given in spite of a warning. */
function Reasons({ rx }: Pick<RxCardProps, "rx">) {
  const say = useSay();
  const by = useStaffName(rx.override?.by ?? "");
  const ended = rx.status_history.at(-1)?.reason ?? null;
  return (
    <>
      <AlertList alerts={rx.interaction_alerts} />
      {rx.override === null || rx.interaction_alerts.length === 0 ? null : (
        <p data-testid={testNames.rxOverridden}>
          {say("rx.inSpite")}: <bdi>{rx.override.reason}</bdi>{" "}
          <span className="muted">{by ?? ""}</span>
        </p>
      )}
      {ended === null ? null : (
        <p className="muted">
          {say("appointment.reason")}: <bdi>{ended}</bdi>
        </p>
      )}
    </>
  );
}

/** One prescription: by whom and when, in which state, its medicines in words, and what is done with it. */
export function RxCard(props: RxCardProps) {
  const { rx } = props;
  const say = useSay();
  const clock = useBranchClock();
  const prescriber = useStaffName(rx.prescriber_id);
  const { text, tone } = stateLooks[rx.status];
  const at = rx.issued_at ?? rx.created_at;
  return (
    <li className="rx-card" data-testid={testNames.rxCard}>
      <div className="rx-head">
        <strong className="lab-number">{rx.rx_no}</strong>
        <Badge tone={tone}>{say(text)}</Badge>
        <span className="muted">
          {clock.date(at)} {clock.time(at)}
          {prescriber === null ? null : (
            <>
              {" · "}
              <bdi>{prescriber}</bdi>
            </>
          )}
        </span>
      </div>
      <ol className="rx-lines">
        {rx.items.map((medicine) => (
          <li key={medicine.id}>
            <strong>
              <bdi>{nameOf(medicine)}</bdi>
            </strong>{" "}
            {medicineParts(medicine, say).map((part, place) => (
              // What stands between two parts is in the line's direction, and not in the part's.
              <span key={place} className="fact">
                <bdi>{part}</bdi>
              </span>
            ))}
          </li>
        ))}
      </ol>
      <Reasons rx={rx} />
      <Actions {...props} />
    </li>
  );
}
