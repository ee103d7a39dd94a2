import { useState } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "react-aria-components/Button";
import {
  appointmentsContract,
  type Appointment,
  type Slot,
} from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { useDateWords } from "#ui/i18n/date-words.ts";
import { useSay } from "#ui/i18n/text.ts";
import { DateField } from "#ui/kit/date-field.tsx";
import { testNames } from "#ui/test-names.ts";
import { addDays } from "./birth.ts";
import { suggestionsOf } from "./faults.ts";
import { ChoiceField } from "#ui/kit/select.tsx";
import { useIntent, wasAnswered } from "./intent.ts";
import { useBranchClock, useToday } from "./moments.ts";
import { FaultNotice } from "./notice.tsx";
import { providerText, type ProviderChoice } from "./provider-choice.ts";
import { useSlots } from "./queries.ts";
import { queryKeys } from "./query-keys.ts";
import { useClient } from "./session-context.tsx";

interface BookingProps {
  readonly patientId: string;
  readonly choice: ProviderChoice;
  readonly onBooked: (appointment: Appointment) => void;
}

interface Wish {
  readonly providerId: string;
  readonly slotTime: string;
}

function useBook({ patientId, onBooked }: BookingProps) {
  const client = useClient();
  const queries = useQueryClient();
  const intent = useIntent();
  return useMutation({
    mutationFn: async ({ providerId, slotTime }: Wish) => {
      const body = {
        patient_id: patientId,
        provider_id: providerId,
        slot_time: slotTime,
        source: "front_desk",
      } as const;
      const options = { idempotencyKey: intent.key() };
      return (await client.call(appointmentsContract.create, { body }, options)).body;
    },
    onSuccess: (appointment) => {
      intent.finish();
      void queries.invalidateQueries({ queryKey: queryKeys.appointments });
      onBooked(appointment);
    },
    onError: (error) => {
      if (wasAnswered(error)) intent.finish();
    },
    // Not waited for: a refusal is stated at once, also where reading the slots again is slow.
    onSettled: () => void queries.invalidateQueries({ queryKey: queryKeys.slots }),
  });
}

interface SlotGridProps {
  readonly slots: readonly Slot[];
  readonly onTake: (startAt: string) => void;
}

function SlotGrid({ slots, onTake }: SlotGridProps) {
  const say = useSay();
  const clock = useBranchClock();
  if (slots.length === 0) return <p className="muted">{say("booking.none")}</p>;
  return (
    <fieldset className="slots" aria-label={say("booking.slots", { zone: clock.zone })}>
      {slots.map((slot) => (
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

function Suggestions({
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

/** Books a later visit: provider, day, then one press on a free time. Times are the branch's. */
export function Booking(props: BookingProps) {
  const { choice } = props;
  const say = useSay();
  const clock = useBranchClock();
  const today = useToday();
  const dateWords = useDateWords();
  const [providerId, setProviderId] = useState(choice.providerId);
  const [day, setDay] = useState(today);
  const slots = useSlots(providerId, day);
  const { mutate, error } = useBook(props);
  const take = (slotTime: string) => mutate({ providerId, slotTime });
  return (
    <section className="booking" aria-label={say("booking.title")}>
      <h3>{say("booking.title")}</h3>
      <div className="booking-choice">
        <ChoiceField
          label={say("walkIn.provider")}
          value={providerId}
          onChange={setProviderId}
          options={choice.providers.map((each) => ({ value: each.id, text: providerText(each) }))}
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
      <FaultNotice error={error ?? slots.error} />
      <Suggestions error={error} onTake={take} />
      {slots.isSuccess ? <SlotGrid slots={slots.data} onTake={take} /> : null}
    </section>
  );
}
