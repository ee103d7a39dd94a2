import type { CheckInMatch, CheckInToken } from "./kiosk-wire.ts";
import { useFloorSay } from "#ui/i18n/floor-text.ts";
import { screenNames } from "#ui/test-names-screens.ts";
import { BigButton } from "./big-button.tsx";
import { useBranchTime } from "./branch-time.ts";
import { useDepartmentName, type Department } from "#ui/i18n/department-name.ts";
import type { Visit } from "./use-visit.ts";

function MatchButton({
  match,
  onChoose,
}: {
  readonly match: CheckInMatch;
  readonly onChoose: () => void;
}) {
  const say = useFloorSay();
  const time = useBranchTime();
  const nameOf = useDepartmentName();
  const { appointment } = match;
  return (
    <BigButton look="primary" onPress={onChoose} testName={screenNames.kioskMatch}>
      <span className="kiosk-match">
        <strong>{match.masked_name}</strong>
        {match.birth_year === null ? null : (
          <span>{say("kiosk.born", { year: match.birth_year })}</span>
        )}
        {appointment === null ? null : (
          <span>
            {say("kiosk.appointment", {
              time: time(appointment.slot_time),
              name: appointment.provider_name,
              department: nameOf(appointment.department),
            })}
          </span>
        )}
        {match.token_code === null ? null : (
          <span>{say("kiosk.tokenHeld", { token: match.token_code })}</span>
        )}
      </span>
    </BigButton>
  );
}

interface StepProps {
  readonly visit: Visit;
  readonly departments: readonly Department[];
}

/** Shows whom the branch has found, so that only they themselves can state that it is they. */
export function ConfirmStep({ visit, departments }: StepProps) {
  const say = useFloorSay();
  const { step } = visit.visit;
  if (step.kind !== "confirm") return null;
  const choose = (match: CheckInMatch) => {
    const [only, ...others] = departments;
    const isDecided = match.appointment !== null || match.token_code !== null;
    if (isDecided) void visit.checkIn(match, null);
    else if (only !== undefined && others.length === 0) void visit.checkIn(match, only.code);
    else visit.go({ kind: "department", forMatch: match, newcomer: null, from: step });
  };
  return (
    <section className="kiosk-step">
      <h1>{say("kiosk.confirm")}</h1>
      <div className="kiosk-choices">
        {step.matches.map((match) => (
          <MatchButton key={match.match_id} match={match} onChoose={() => choose(match)} />
        ))}
        <BigButton
          look="quiet"
          onPress={() => visit.go(step.isByPhone ? { kind: "noMatch" } : { kind: "phone" })}
        >
          {say("kiosk.none")}
        </BigButton>
      </div>
    </section>
  );
}

/** Nobody has that number and year. */
export function NoMatchStep({ visit }: { readonly visit: Visit }) {
  const say = useFloorSay();
  return (
    <section className="kiosk-step">
      <h1>{say("kiosk.noMatch")}</h1>
      <p className="kiosk-lead">{say("kiosk.noMatchLead")}</p>
      <div className="kiosk-choices">
        <BigButton onPress={() => visit.go({ kind: "phone" })}>{say("kiosk.back")}</BigButton>
        <BigButton
          look="primary"
          testName={screenNames.kioskNew}
          onPress={() => visit.go({ kind: "name" })}
        >
          {say("kiosk.new")}
        </BigButton>
      </div>
    </section>
  );
}

/** The token, as large as it is on the board. */
export function TokenStep({
  token,
  onDone,
}: {
  readonly token: CheckInToken;
  readonly onDone: () => void;
}) {
  const say = useFloorSay();
  const nameOf = useDepartmentName();
  return (
    <section className="kiosk-step" aria-live="polite">
      <h1>{say("kiosk.done")}</h1>
      <p className="kiosk-token" data-testid={screenNames.kioskToken}>
        {token.token_code}
      </p>
      <p className="kiosk-lead">
        {nameOf(token.department)} · {token.provider_name}
      </p>
      <p className="kiosk-lead">{say("kiosk.waiting", { count: token.waiting_before })}</p>
      <p className="kiosk-lead">{say("kiosk.takeSlip")}</p>
      <div className="kiosk-choices">
        <BigButton look="primary" onPress={onDone} testName={screenNames.kioskFinish}>
          {say("kiosk.finish")}
        </BigButton>
      </div>
    </section>
  );
}
