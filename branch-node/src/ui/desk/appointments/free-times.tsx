import { useState } from "react";
import { useMutation } from "@tanstack/react-query";
import type { Slot } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { useDateLabels } from "#ui/i18n/date-labels.ts";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import { Button, ValueButton } from "#ui/kit/button.tsx";
import { DateField } from "#ui/kit/date-field.tsx";
import { testNames } from "#ui/test-names.ts";
import { addDays, dayIn, daysOfMonth } from "#ui/desk/patients/birth.ts";
import { faultText, suggestionsOf } from "#ui/desk/data/faults.ts";
import { ChoiceField } from "#ui/kit/select.tsx";
import { useBranchClock, useToday } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useProviderOptions } from "#ui/desk/data/provider-choice.ts";
import { useProviders, useSlots } from "#ui/desk/data/queries.ts";
import { useSignedIn } from "#ui/desk/shell/session-context.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { useFindFree, useSlotsOf } from "./calendar-queries.ts";

/** A time of somebody's, wanted. */
interface WantedTime {
  readonly providerId: string;
  readonly slotTime: string;
}

interface SlotGridProps {
  readonly slots: readonly Slot[];
  /** The time that is the patient's own already. */
  readonly ownTime: string | undefined;
  readonly onTake: (startAt: string) => void;
}

function SlotGrid({ slots, ownTime, onTake }: SlotGridProps) {
  const say = useSay();
  const clock = useBranchClock();
  // What is over can be booked by nobody.
  const shown = slots.filter(({ reason }) => reason !== "past");
  if (shown.length === 0) return null;
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
            <span className="slot-reason">
              {slot.start_at === ownTime ? say("slot.own") : say(`slot.${slot.reason ?? "booked"}`)}
            </span>
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

function whyNone(slots: readonly Slot[]): TextId {
  if (slots.length === 0) return "booking.none";
  return slots.every(({ reason }) => reason === "past") ? "booking.over" : "booking.full";
}

/** Says that a day has nothing free, and why as far as that is known. */
function NoneFree({ slots }: { readonly slots: readonly Slot[] }) {
  const say = useSay();
  if (slots.some(({ available }) => available)) return null;
  return <output className="muted">{say(whyNone(slots))}</output>;
}

interface FreeTimesProps {
  readonly initialProviderId: string;
  /** What a press on a time does. */
  readonly hint?: string;
  /** The first day that is looked at; the present one where that is over. */
  readonly initialDay?: string;
  /** The day that is marked in the calendar beside the present one. */
  readonly markedDay?: string;
  /** What is moved: its time is the patient's own, and nobody else's. */
  readonly own?: WantedTime;
  /** Of the last attempt; its other free times are offered. */
  readonly error: unknown;
  readonly onTake: (time: WantedTime) => void;
  /** Where the next free time of the chosen doctor is found as well. */
  readonly onNextFree?: (providerId: string) => void;
  /** Where somebody is put on the waiting list of the chosen doctor. */
  readonly onWait?: (providerId: string) => void;
}

type OtherWaysProps = Pick<ChoiceProps, "chosen" | "onNextFree" | "onWait">;

/** What else leads to a time of the doctor who is chosen. */
function OtherWays({ chosen, onNextFree, onWait }: OtherWaysProps) {
  const say = useSay();
  const { providerId, slots, isSearching, findNext } = chosen;
  if (providerId === "") return null;
  const isNone = slots.isSuccess && !slots.data.some(({ available }) => available);
  return (
    <>
      {onNextFree === undefined ? (
        // It stands where it stood when it has found a day: a second press falls on no time.
        <Button
          onPress={() => {
            if (isNone && !isSearching) findNext();
          }}
          isUnavailable={!isNone || isSearching}
          testName={testNames.nextFreeDay}
        >
          {say("calendar.nextFree")}
        </Button>
      ) : (
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

/** Finds the first day on which a doctor has something free. */
function useNextFreeDay(onFound: (day: string) => void) {
  const say = useSay();
  const { branch } = useSignedIn();
  const findFree = useFindFree();
  return useMutation({
    mutationFn: ({
      id,
      from,
    }: {
      readonly id: string;
      readonly from: string;
      readonly name: string;
    }) => findFree(id, from),
    onSuccess: (found, { name }) => {
      if (found !== null) return onFound(dayIn(branch.time_zone, Date.parse(found)));
      notify({ text: say("calendar.noFree", { name }), tone: "warning" });
    },
    onError: (error) => {
      notify({ text: faultText(error, say), tone: "warning" });
    },
  });
}

/** The days of the month in the calendar on which a doctor has nothing free; none while that is not known. */
function useDaysOff(providerId: string, today: string) {
  const { branch } = useSignedIn();
  const [month, setMonth] = useState<string | null>(null);
  const days = daysOfMonth(month ?? today).filter((each) => each >= today);
  const asked = month === null || providerId === "" || days.length === 0 ? [] : [providerId];
  const { slots } = useSlotsOf(asked, { from: days[0] ?? today, to: days.at(-1) ?? today });
  const found = slots.get(providerId);
  const dayOf = ({ start_at: at }: Slot) => dayIn(branch.time_zone, Date.parse(at));
  const free = new Set(found?.filter(({ available }) => available).map(dayOf));
  return {
    onMonth: setMonth,
    off: found === undefined ? undefined : new Set(days.filter((each) => !free.has(each))),
  };
}

/** What is chosen of whose times are looked at, on which day, and what that day has. */
function useChosenTimes({ initialProviderId, initialDay }: FreeTimesProps) {
  const today = useToday();
  const providers = useProviders().data ?? [];
  const [providerId, setProviderId] = useState(initialProviderId);
  const [day, setDay] = useState(
    initialDay === undefined || initialDay < today ? today : initialDay,
  );
  const [isTyping, setTyping] = useState(false);
  const slots = useSlots(providerId, day);
  const next = useNextFreeDay(setDay);
  const name = providers.find(({ id }) => id === providerId)?.name ?? "";
  return {
    today,
    providers,
    providerId,
    setProviderId,
    day,
    setDay,
    isTyping,
    setTyping,
    calendar: useDaysOff(providerId, today),
    slots,
    isSearching: next.isPending,
    findNext: () => next.mutate({ id: providerId, from: day, name }),
  };
}

interface ChoiceProps extends FreeTimesProps {
  readonly chosen: ReturnType<typeof useChosenTimes>;
}

function TimesChoice({ chosen, ...props }: ChoiceProps) {
  const say = useSay();
  const dateLabels = useDateLabels();
  const { today, providers, providerId, setProviderId, day, setDay } = chosen;
  const options = useProviderOptions(providers);
  return (
    <div className="booking-choice">
      <ChoiceField
        label={say("walkIn.provider")}
        value={providerId}
        onChange={setProviderId}
        options={options}
        {...(providerId === "" ? { empty: say("walkIn.choose") } : {})}
        testName={testNames.bookingProvider}
      />
      <DateField
        label={say("booking.date")}
        value={day}
        least={today}
        most={addDays(today, 180)}
        marked={props.markedDay}
        {...chosen.calendar}
        offNote={say("booking.greyed")}
        onChange={(next) => {
          if (next !== null) setDay(next);
        }}
        onTyping={chosen.setTyping}
        labels={dateLabels}
        testName={testNames.bookingDate}
      />
      <OtherWays {...props} chosen={chosen} />
    </div>
  );
}

/** Doctor, day, then one press on a free time. Times are the branch's. */
export function FreeTimes(props: FreeTimesProps) {
  const { error, onTake } = props;
  const say = useSay();
  const clock = useBranchClock();
  const chosen = useChosenTimes(props);
  const { providerId, day, slots, isTyping } = chosen;
  const take = (slotTime: string) => onTake({ providerId, slotTime });
  return (
    <>
      <TimesChoice {...props} chosen={chosen} />
      <p className="muted">
        {isTyping
          ? say("booking.unfinished")
          : say("booking.zone", { day: clock.day(`${day}T12:00:00Z`), zone: clock.zone })}
        {props.hint === undefined || isTyping ? null : ` ${props.hint}`}
      </p>
      <FaultNotice error={slots.error} />
      <Suggestions error={error} onTake={take} />
      <div className="free-times">
        {slots.isSuccess && !isTyping ? (
          <>
            <NoneFree slots={slots.data} />
            <SlotGrid
              slots={slots.data}
              ownTime={props.own?.providerId === providerId ? props.own.slotTime : undefined}
              onTake={take}
            />
          </>
        ) : null}
      </div>
    </>
  );
}
