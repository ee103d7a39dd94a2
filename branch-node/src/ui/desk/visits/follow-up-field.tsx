import { addDays } from "#ui/desk/patients/birth.ts";
import { useBranchClock, useToday } from "#ui/desk/shell/moments.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useDateLabels } from "#ui/i18n/date-labels.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Checkbox } from "#ui/kit/choices.tsx";
import { DateField } from "#ui/kit/date-field.tsx";
import { testNames } from "#ui/test-names.ts";
import type { EncounterDraft } from "./encounter-draft.ts";
import { useFollowUpTime } from "./follow-up.ts";

type FollowUp = Pick<EncounterDraft, "followUp" | "isFollowUpBooked">;

interface FollowUpFieldProps extends FollowUp {
  readonly doctorId: string | null;
  readonly onChange: (patch: Partial<FollowUp>) => void;
  readonly fault: string | undefined;
}

const usualDays = [3, 7, 14, 30] as const;
const mostDays = 365;

/** The time that is booked with the finished visit, which can be declined; or why none is. */
function FollowUpTime({ doctorId, followUp, isFollowUpBooked, onChange }: FollowUpFieldProps) {
  const say = useSay();
  const clock = useBranchClock();
  const mayBook = useMay("appointments", "create");
  const time = useFollowUpTime(doctorId, followUp, mayBook);
  if (followUp === "") return null;
  if (!mayBook || doctorId === null) return <p className="muted">{say("followUp.atDesk")}</p>;
  if (time.isError) return <p className="muted">{say("followUp.unread")}</p>;
  if (time.data === undefined) return <p className="muted">{say("followUp.looking")}</p>;
  if (time.data === null) return <p className="muted">{say("followUp.noFree")}</p>;
  const when = clock.dayTime(time.data);
  return (
    <Checkbox
      isOn={isFollowUpBooked}
      onChange={(isOn) => onChange({ isFollowUpBooked: isOn })}
      testName={testNames.bookFollowUp}
    >
      {say("followUp.book", { when })}
    </Checkbox>
  );
}

/** When the patient comes again: in so many days, or from a day on. */
export function FollowUpField(props: FollowUpFieldProps) {
  const { followUp, onChange, fault } = props;
  const say = useSay();
  const today = useToday();
  const dateLabels = useDateLabels();
  return (
    <fieldset className="follow-up">
      <legend>{say("followUp.title")}</legend>
      <div className="follow-up-choice">
        <DateField
          label={say("followUp.date")}
          value={followUp === "" ? null : followUp}
          least={today}
          most={addDays(today, mostDays)}
          onChange={(day) => onChange({ followUp: day ?? "" })}
          labels={dateLabels}
          fault={fault}
          testName={testNames.followUpDate}
        />
        {usualDays.map((count) => (
          <Button
            key={count}
            onPress={() => onChange({ followUp: addDays(today, count) })}
            testName={`${testNames.followUpIn}-${count}`}
          >
            {say("followUp.in", { count })}
          </Button>
        ))}
        {followUp === "" ? null : (
          <Button look="quiet" onPress={() => onChange({ followUp: "" })}>
            {say("followUp.none")}
          </Button>
        )}
      </div>
      <div aria-live="polite">
        <FollowUpTime {...props} />
      </div>
    </fieldset>
  );
}
