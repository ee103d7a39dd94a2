import { useState } from "react";
import type { Slot } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { useDateLabels } from "#ui/i18n/date-labels.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button, ValueButton } from "#ui/kit/button.tsx";
import { DateField } from "#ui/kit/date-field.tsx";
import { testNames } from "#ui/test-names.ts";
import { addDays } from "#ui/desk/patients/birth.ts";
import { suggestionsOf } from "#ui/desk/data/faults.ts";
import { ChoiceField } from "#ui/kit/select.tsx";
import { useBranchClock, useToday } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useProviderText } from "#ui/desk/data/provider-choice.ts";
import { useProviders, useSlots } from "#ui/desk/data/queries.ts";

/** A time of somebody's, wanted. */
interface WantedTime {
  readonly providerId: string;
  readonly slotTime: string;
}

interface SlotGridProps {
  readonly slots: readonly Slot[];
  readonly onTake: (startAt: string) => void;
}

function SlotGrid({ slots, onTake }: SlotGridProps) {
  const say = useSay();
  const clock = useBranchClock();
  // What is over can be booked by nobody.
  const shown = slots.filter(({ reason }) => reason !== "past");
  if (shown.length === 0) return <p className="muted">{say("booking.none")}</p>;
  return (
    <fieldset className="slots" aria-label={say("booking.slots", { zone: clock.zone })}>
      {shown.map((slot) => (
        <ValueButton
          key={slot.start_at}
          isDisabled={!slot.available}
          onPress={() => onTake(slot.start_at)}
          testName={testNames.slot}
        >
          {clock.time(slot.start_at)}
          {slot.available ? null : (
            <span className="slot-reason">{say(`slot.${slot.reason ?? "booked"}`)}</span>
          )}
        </ValueButton>
      ))}
    </fieldset>
  );
}

/** The free times that a refusal proposed, each taken by one press. */
export function Suggestions({
  error,
  onTake,
}: {
  readonly error: unknown;
  readonly onTake: (startAt: string) => void;
}) {
  const say = useSay();
  const clock = useBranchClock();
  const times = suggestionsOf(error);
  if (times.length === 0) return null;
  return (
    <fieldset className="suggestions" aria-label={say("booking.suggestions")}>
      <span>{say("booking.suggestions")}</span>
      {times.map((startAt) => (
        <ValueButton key={startAt} onPress={() => onTake(startAt)} testName={testNames.suggestion}>
          {clock.day(startAt)}, {clock.time(startAt)}
        </ValueButton>
      ))}
    </fieldset>
  );
}

interface FreeTimesProps {
  readonly initialProviderId: string;
  /** The first day that is looked at; the present one where that is over. */
  readonly initialDay?: string;
  /** Of the last attempt; its other free times are offered. */
  readonly error: unknown;
  readonly onTake: (time: WantedTime) => void;
  /** Where the next free time of the chosen doctor is found as well. */
  readonly onNextFree?: (providerId: string) => void;
  /** Where somebody is put on the waiting list of the chosen doctor. */
  readonly onWait?: (providerId: string) => void;
}

/** What else leads to a time of the doctor who is chosen. */
function OtherWays({
  providerId,
  onNextFree,
  onWait,
}: Pick<FreeTimesProps, "onNextFree" | "onWait"> & { readonly providerId: string }) {
  const say = useSay();
  if (providerId === "") return null;
  return (
    <>
      {onNextFree === undefined ? null : (
        <Button onPress={() => onNextFree(providerId)} testName={testNames.nextFree}>
          {say("calendar.nextFree")}
        </Button>
      )}
      {onWait === undefined ? null : (
        <Button onPress={() => onWait(providerId)} testName={testNames.putOnWaitlist}>
          {say("waitlist.add")}
        </Button>
      )}
    </>
  );
}

/** Doctor, day, then one press on a free time. Times are the branch's. */
export function FreeTimes(props: FreeTimesProps) {
  const { initialProviderId, initialDay, error, onTake } = props;
  const say = useSay();
  const providerText = useProviderText();
  const clock = useBranchClock();
  const today = useToday();
  const dateLabels = useDateLabels();
  const providers = useProviders().data ?? [];
  const [providerId, setProviderId] = useState(initialProviderId);
  const [day, setDay] = useState(
    initialDay === undefined || initialDay < today ? today : initialDay,
  );
  const slots = useSlots(providerId, day);
  const take = (slotTime: string) => onTake({ providerId, slotTime });
  return (
    <>
      <div className="booking-choice">
        <ChoiceField
          label={say("walkIn.provider")}
          value={providerId}
          onChange={setProviderId}
          options={providers.map((each) => ({ value: each.id, text: providerText(each) }))}
          {...(providerId === "" ? { empty: say("walkIn.choose") } : {})}
          testName={testNames.bookingProvider}
        />
        <DateField
          label={say("booking.date")}
          value={day}
          least={today}
          most={addDays(today, 180)}
          onChange={(next) => setDay(next ?? today)}
          labels={dateLabels}
          testName={testNames.bookingDate}
        />
        <OtherWays {...props} providerId={providerId} />
      </div>
      <p className="muted">
        {say("booking.zone", { day: clock.day(`${day}T12:00:00Z`), zone: clock.zone })}
      </p>
      <FaultNotice error={slots.error} />
      <Suggestions error={error} onTake={take} />
      {slots.isSuccess ? <SlotGrid slots={slots.data} onTake={take} /> : null}
    </>
  );
}
