import { useState, type FormEvent } from "react";
import type { CheckInMatch, CheckInToken } from "./kiosk-wire.ts";
import { departmentText } from "@edgeward/shared/kernel/department-text.ts";
import { useFloorSay, type FloorTextId } from "#ui/i18n/floor-text.ts";
import { testNames } from "#ui/test-names.ts";
import { BigButton } from "./big-button.tsx";
import { useBranchTime } from "./branch-time.ts";
import type { Visit } from "./use-visit.ts";
import type { NewcomerDraft } from "./visit.ts";

function MatchButton({
  match,
  onChoose,
}: {
  readonly match: CheckInMatch;
  readonly onChoose: () => void;
}) {
  const say = useFloorSay();
  const time = useBranchTime();
  const { appointment } = match;
  return (
    <BigButton look="primary" onPress={onChoose} testName={testNames.kioskMatch}>
      <span className="kiosk-match">
        <strong>{match.masked_name}</strong>
        {appointment === null ? null : (
          <span>
            {say("kiosk.appointment", {
              time: time(appointment.slot_time),
              name: appointment.provider_name,
              department: departmentText(appointment.department),
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
  readonly departments: readonly string[];
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
    else if (only !== undefined && others.length === 0) void visit.checkIn(match, only);
    else visit.go({ kind: "department", forMatch: match, newcomer: null });
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
          testName={testNames.kioskNew}
          onPress={() => visit.go({ kind: "newcomer" })}
        >
          {say("kiosk.new")}
        </BigButton>
      </div>
    </section>
  );
}

const genders = ["female", "male", "other"] as const;
const genderTexts: Readonly<Record<NewcomerDraft["gender"], FloorTextId>> = {
  female: "kiosk.female",
  male: "kiosk.male",
  other: "kiosk.other",
};

interface GenderChoiceProps {
  readonly gender: NewcomerDraft["gender"] | null;
  readonly onChoose: (gender: NewcomerDraft["gender"]) => void;
}

function GenderChoice({ gender, onChoose }: GenderChoiceProps) {
  const say = useFloorSay();
  return (
    <fieldset className="kiosk-genders">
      <legend>{say("kiosk.gender")}</legend>
      {genders.map((each) => (
        <label key={each} className="kiosk-gender">
          <input
            type="radio"
            name="gender"
            value={each}
            checked={gender === each}
            onChange={() => onChoose(each)}
          />
          <span data-testid={`${testNames.kioskGender}-${each}`}>{say(genderTexts[each])}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** The least that makes a record; number and year have been given already. */
export function NewcomerStep({ visit, departments }: StepProps) {
  const say = useFloorSay();
  const [name, setName] = useState("");
  const [gender, setGender] = useState<NewcomerDraft["gender"] | null>(null);
  const isWhole = name.trim().length > 1 && gender !== null;
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (gender === null || !isWhole) return;
    const newcomer = { name: name.trim(), gender };
    const [only, ...others] = departments;
    if (only !== undefined && others.length === 0) void visit.register(newcomer, only);
    else visit.go({ kind: "department", forMatch: null, newcomer });
  }
  return (
    <form className="kiosk-step" onSubmit={submit}>
      <h1>{say("kiosk.register")}</h1>
      <p className="kiosk-lead">{say("kiosk.registerLead")}</p>
      <label className="kiosk-field">
        <span>{say("kiosk.name")}</span>
        <input
          className="kiosk-input"
          value={name}
          onChange={(event) => setName(event.target.value)}
          autoComplete="off"
          spellCheck={false}
          data-testid={testNames.kioskName}
        />
      </label>
      <GenderChoice gender={gender} onChoose={setGender} />
      <div className="kiosk-ways">
        <BigButton look="quiet" onPress={() => visit.go({ kind: "noMatch" })}>
          {say("kiosk.back")}
        </BigButton>
        <BigButton
          type="submit"
          look="primary"
          isOff={!isWhole || visit.isBusy}
          testName={testNames.kioskNext}
        >
          {say("kiosk.next")}
        </BigButton>
      </div>
    </form>
  );
}

/** Where in the house somebody wants to go. */
export function DepartmentStep({ visit, departments }: StepProps) {
  const say = useFloorSay();
  const { step } = visit.visit;
  if (step.kind !== "department") return null;
  const choose = (department: string) => {
    if (step.forMatch !== null) void visit.checkIn(step.forMatch, department);
    else if (step.newcomer !== null) void visit.register(step.newcomer, department);
  };
  return (
    <section className="kiosk-step">
      <h1>{say("kiosk.department")}</h1>
      <div className="kiosk-choices kiosk-many">
        {departments.map((department) => (
          <BigButton
            key={department}
            onPress={() => choose(department)}
            testName={testNames.kioskDepartment}
          >
            {departmentText(department)}
          </BigButton>
        ))}
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
  return (
    <section className="kiosk-step" aria-live="polite">
      <h1>{say("kiosk.done")}</h1>
      <p className="kiosk-token" data-testid={testNames.kioskToken}>
        {token.token_code}
      </p>
      <p className="kiosk-lead">
        {departmentText(token.department)} · {token.provider_name}
      </p>
      <p className="kiosk-lead">{say("kiosk.waiting", { count: token.waiting_before })}</p>
      <p className="kiosk-lead">{say("kiosk.takeSlip")}</p>
      <div className="kiosk-choices">
        <BigButton look="primary" onPress={onDone} testName={testNames.kioskFinish}>
          {say("kiosk.finish")}
        </BigButton>
      </div>
    </section>
  );
}
