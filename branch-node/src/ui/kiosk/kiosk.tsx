import { useEffect } from "react";
import { useFloorSay } from "#ui/i18n/floor-text.ts";
import { screenNames } from "#ui/test-names-screens.ts";
import { BigButton } from "./big-button.tsx";
import { ConfirmStep, NoMatchStep, TokenStep } from "./confirm.tsx";
import { DepartmentStep } from "./department-step.tsx";
import { LanguageStep, PhoneStep, StartStep, YearStep } from "./identify.tsx";
import { StaffExit } from "./staff-exit.tsx";
import { useIdle } from "./use-idle.ts";
import type { KioskSetting } from "./kiosk-wire.ts";
import { GenderStep, NameStep } from "./newcomer.tsx";
import { useSetting, useVisit, type Visit } from "./use-visit.ts";

const usualIdle = { idle_seconds: 45, warning_seconds: 15 };
const tokenShownMs = 15_000;

interface StepProps {
  readonly visit: Visit;
  readonly setting: KioskSetting | null;
}

function Step({ visit, setting }: StepProps) {
  const departments = setting?.departments ?? [];
  const { step } = visit.visit;
  switch (step.kind) {
    case "language":
      return <LanguageStep visit={visit} setting={setting} />;
    case "start":
      return <StartStep visit={visit} />;
    case "phone":
      return <PhoneStep visit={visit} />;
    case "year":
      return <YearStep visit={visit} />;
    case "confirm":
      return <ConfirmStep visit={visit} departments={departments} />;
    case "noMatch":
      return <NoMatchStep visit={visit} />;
    case "name":
      return <NameStep visit={visit} />;
    case "gender":
      return <GenderStep visit={visit} departments={departments} />;
    case "department":
      return <DepartmentStep visit={visit} departments={departments} />;
    case "token":
      return <TokenStep token={step.token} onDone={visit.wipe} />;
    case "staff":
      return <StaffExit onBack={visit.wipe} />;
  }
}

function IdleWarning({ left }: { readonly left: number }) {
  const say = useFloorSay();
  return (
    <div className="kiosk-idle" role="alertdialog" aria-labelledby="kiosk-idle" aria-modal="true">
      <div className="kiosk-idle-card" data-testid={screenNames.kioskIdle}>
        <h1 id="kiosk-idle">{say("kiosk.idle")}</h1>
        <p className="kiosk-lead">{say("kiosk.idleLead", { count: left })}</p>
        <BigButton look="primary">{say("kiosk.stay")}</BigButton>
      </div>
    </div>
  );
}

/** A token is read in a moment; who has it does not stand there any more. */
function useTokenEnd(visit: Visit): void {
  const { wipe } = visit;
  const isToken = visit.visit.step.kind === "token";
  useEffect(() => {
    if (!isToken) return undefined;
    const timer = setTimeout(wipe, tokenShownMs);
    return () => clearTimeout(timer);
  }, [isToken, wipe]);
}

/** The check-in kiosk: from the language to the token, and nothing left of anybody after. */
export function Kiosk() {
  const say = useFloorSay();
  const visit = useVisit();
  const isBegun = visit.visit.step.kind !== "language";
  const setting = useSetting(isBegun);
  const { idle_seconds: idle, warning_seconds: warning } = setting ?? usualIdle;
  const left = useIdle(isBegun, idle, warning, visit.wipe);
  useTokenEnd(visit);
  return (
    <main className="kiosk" data-testid={screenNames.kiosk}>
      <header className="kiosk-top">
        <span>{setting?.branch_name ?? ""}</span>
      </header>
      {visit.hasFailed ? (
        <p className="kiosk-fault" role="alert" data-testid={screenNames.fault}>
          {say("kiosk.failed")}
        </p>
      ) : null}
      <Step key={visit.round} visit={visit} setting={setting} />
      {visit.visit.step.kind === "language" ? (
        <footer className="kiosk-foot">
          <button
            type="button"
            className="kiosk-staff"
            onClick={() => visit.go({ kind: "staff" })}
            data-testid={screenNames.kioskStaff}
          >
            {say("kiosk.staff")}
          </button>
        </footer>
      ) : null}
      {left === null ? null : <IdleWarning left={left} />}
    </main>
  );
}
