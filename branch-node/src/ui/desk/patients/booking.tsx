import { useState } from "react";
import { Button } from "react-aria-components/Button";
import type {
  Appointment,
  Slot,
} from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { useDateWords } from "#ui/i18n/date-words.ts";
import { useSay } from "#ui/i18n/text.ts";
import { DateField } from "#ui/kit/date-field.tsx";
import { testNames } from "#ui/test-names.ts";
import { useBook } from "#ui/desk/appointments/book-appointment.ts";
import { addDays } from "./birth.ts";
import { suggestionsOf } from "#ui/desk/data/faults.ts";
import { ChoiceField } from "#ui/kit/select.tsx";
import { useBranchClock, useToday } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useProviderText, type ProviderChoice } from "#ui/desk/data/provider-choice.ts";
import { useProviders, useSlots } from "#ui/desk/data/queries.ts";

interface BookingProps {
  readonly patientId: string;
  readonly choice: ProviderChoice;
  readonly onBooked: (appointment: Appointment) => void;
}

/** A time of somebody's, wanted. */
interface FreeTime {
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
        <Button
          key={slot.start_at}
          className="slot"
          isDisabled={!slot.available}
          onPress={() => onTake(slot.start_at)}
          data-testid={testNames.slot}
        >
          {clock.time(slot.start_at)}
          {slot.available ? null : (
            <span className="slot-reason">{say(`slot.${slot.reason ?? "booked"}`)}</span>
          )}
        </Button>
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
        <Button
          key={startAt}
          className="slot"
          onPress={() => onTake(startAt)}
          data-testid={testNames.suggestion}
        >
          {clock.day(startAt)}, {clock.time(startAt)}
        </Button>
      ))}
    </fieldset>
  );
}

interface FreeTimesProps {
  readonly initialProviderId: string;
  /** Of the last attempt; its other free times are offered. */
  readonly error: unknown;
  readonly onTake: (time: FreeTime) => void;
}

/** Doctor, day, then one press on a free time. Times are the branch's. */
export function FreeTimes({ initialProviderId, error, onTake }: FreeTimesProps) {
  const say = useSay();
  const providerText = useProviderText();
  const clock = useBranchClock();
  const today = useToday();
  const dateWords = useDateWords();
  const providers = useProviders().data ?? [];
  const [providerId, setProviderId] = useState(initialProviderId);
  const [day, setDay] = useState(today);
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
          words={dateWords}
          testName={testNames.bookingDate}
        />
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

/** Books a later visit. */
export function Booking({ patientId, choice, onBooked }: BookingProps) {
  const say = useSay();
  const { mutate, error } = useBook(onBooked);
  return (
    <section className="booking" aria-label={say("booking.title")}>
      <h3>{say("booking.title")}</h3>
      <FaultNotice error={error} />
      <FreeTimes
        initialProviderId={choice.providerId}
        error={error}
        onTake={(time) => mutate({ ...time, patientId })}
      />
    </section>
  );
}
