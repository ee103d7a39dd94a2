import type { DueDose } from "@edgeward/shared/clinical/medication-administrations/medication-administrations.contract.ts";
import { useBranchClock, useToday } from "#ui/desk/shell/moments.ts";
import { dayIn } from "#ui/desk/patients/birth.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useSignedIn } from "#ui/desk/session/session-context.tsx";
import { useStaffName } from "#ui/desk/visits/staff-name.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Badge } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import type { DoseQuestion } from "./dose-draft.ts";
import { doseLooks, doseParts, medicineName } from "./dose-texts.ts";

interface DoseRowProps {
  readonly dose: DueDose;
  readonly isBusy: boolean;
  readonly onGive: () => void;
  readonly onAsk: (question: DoseQuestion) => void;
}

/** The time of a dose, with its day where that is another one than today. */
function useWhen(): (at: string) => string {
  const clock = useBranchClock();
  const today = useToday();
  const { branch } = useSignedIn();
  return (at) => {
    const isToday = dayIn(branch.time_zone, Date.parse(at)) === today;
    return isToday ? clock.time(at) : clock.dayTime(at);
  };
}

function Noted({ of }: { readonly of: NonNullable<DueDose["administration"]> }) {
  const when = useWhen();
  const by = useStaffName(of.performed_by);
  return (
    <span className="muted dose-noted">
      <bdi>{when(of.given_at ?? of.created_at)}</bdi>
      {by === null ? null : <bdi>{by}</bdi>}
      {of.reason === null ? null : <bdi>{of.reason}</bdi>}
    </span>
  );
}

function Actions({ dose, isBusy, onGive, onAsk }: DoseRowProps) {
  const say = useSay();
  const mayNote = useMay("medication_administrations", "create");
  const mayCorrect = useMay("medication_administrations", "update");
  const about = medicineName(dose);
  const button = (question: Exclude<DoseQuestion, "given">) => (
    <Button
      isSmall
      look="quiet"
      about={about}
      isDisabled={isBusy}
      onPress={() => onAsk(question)}
      testName={`${testNames.doseTo}-${question}`}
    >
      {say(`dose.${question}`)}
    </Button>
  );
  const isGiven = dose.state === "given";
  if (isGiven) return mayCorrect ? <div className="form-actions">{button("mistake")}</div> : null;
  if (!mayNote) return null;
  return (
    <div className="form-actions">
      <Button
        look={dose.state === "late" || dose.state === "due" ? "primary" : "plain"}
        about={about}
        isDisabled={isBusy}
        onPress={() => (dose.state === "upcoming" ? onAsk("given") : onGive())}
        testName={`${testNames.doseTo}-given`}
      >
        {say("dose.give")}
      </Button>
      {button("refused")}
      {button("held")}
      {dose.administration === null || !mayCorrect ? null : button("mistake")}
    </div>
  );
}

/** One dose: what, how much and when, how it stands, and what can be noted of it. */
export function DoseRow(props: DoseRowProps) {
  const { dose } = props;
  const say = useSay();
  const when = useWhen();
  const { text, tone } = doseLooks[dose.state];
  return (
    <>
      <div className="dose-head">
        <Badge tone={tone}>{say(text)}</Badge>
        {dose.due_at === null ? null : (
          <strong>
            <bdi>{when(dose.due_at)}</bdi>
          </strong>
        )}
        <strong>
          <bdi>{medicineName(dose)}</bdi>
        </strong>
        <span className="dose-parts">
          {doseParts(dose, say).map((part, place) => (
            <span key={place} className="fact">
              <bdi>{part}</bdi>
            </span>
          ))}
        </span>
      </div>
      {dose.administration === null ? null : <Noted of={dose.administration} />}
      <Actions {...props} />
    </>
  );
}
