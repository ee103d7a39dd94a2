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
import { suggestionsOf } from "#ui/desk/data/faults.ts";
import { ChoiceField } from "#ui/kit/select.tsx";
import { useIntent, wasAnswered } from "#ui/desk/data/intent.ts";
import { useBranchClock, useToday } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { providerText, type ProviderChoice } from "#ui/desk/data/provider-choice.ts";
import { useProviders, useSlots } from "#ui/desk/data/queries.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { useClient } from "#ui/desk/shell/session-context.tsx";

interface BookingProps {
  readonly patientId: string;
  readonly choice: ProviderChoice;
  readonly onBooked: (appointment: Appointment) => void;
}

/** A time of somebody's, wanted. */
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

interface FreeTimesProps {
  readonly initialProviderId: string;
  /** Of the last attempt; its other free times are offered. */
  readonly error: unknown;
  readonly onTake: (wish: Wish) => void;
}

/** Doctor, day, then one press on a free time. Times are the branch's. */
export function FreeTimes({ initialProviderId, error, onTake }: FreeTimesProps) {
  const say = useSay();
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
export function Booking(props: BookingProps) {
  const say = useSay();
  const { mutate, error } = useBook(props);
  return (
    <section className="booking" aria-label={say("booking.title")}>
      <h3>{say("booking.title")}</h3>
      <FaultNotice error={error} />
      <FreeTimes initialProviderId={props.choice.providerId} error={error} onTake={mutate} />
    </section>
  );
}
