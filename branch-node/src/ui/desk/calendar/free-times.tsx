import { useState } from "react";
import { useMutation } from "@tanstack/react-query";
import type { Slot } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { useDateLabels } from "#ui/i18n/date-labels.ts";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { DateField, OpenMonth } from "#ui/kit/date-field.tsx";
import { testNames } from "#ui/test-names.ts";
import { addDays, dayIn, daysOfMonth } from "#ui/desk/patients/birth.ts";
import { faultText } from "#ui/desk/data/faults.ts";
import { ChoiceField } from "#ui/kit/select.tsx";
import { useBranchClock, useToday } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useProviderOptions } from "#ui/desk/data/provider-choice.ts";
import { useProviders, useSlots } from "#ui/desk/data/queries.ts";
import { useSignedIn } from "#ui/desk/session/session-context.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { useFindFree, useSlotsOf } from "./calendar-queries.ts";
import { SlotGrid, Suggestions } from "./slot-grid.tsx";

/** A time of somebody's, wanted. */
interface WantedTime {
  readonly providerId: string;
  readonly slotTime: string;
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
  /** Whose times are shown first; empty for nobody's, or while it is not known. */
  readonly initialProviderId: string;
  /** The first day that is looked at; the present one where that is over. */
  readonly initialDay?: string;
  /** The day that is marked in the calendar beside the present one. */
  readonly markedDay?: string;
  /** What is moved: its time is the patient's own, and nobody else's. */
  readonly own?: WantedTime;
  /** Of the last attempt; its other free times are offered. */
  readonly error: unknown;
  readonly onTake: (time: WantedTime) => void;
}

interface BesideProps extends FreeTimesProps {
  /** Where the next free time of the chosen doctor is found as well. */
  readonly onNextFree: (providerId: string) => void;
  /** Where somebody is put on the waiting list of the chosen doctor. */
  readonly onWait?: (providerId: string) => void;
}

/** What else leads to a time of the doctor who is chosen. */
function OtherWays({ providerId, onNextFree, onWait }: OtherWaysProps) {
  const say = useSay();
  if (providerId === "") return null;
  return (
    <>
      <Button onPress={() => onNextFree(providerId)} testName={testNames.nextFree}>
        {say("calendar.nextFree")}
      </Button>
      {onWait === undefined ? null : (
        <Button onPress={() => onWait(providerId)} testName={testNames.putOnWaitlist}>
          {say("waitlist.add")}
        </Button>
      )}
    </>
  );
}

type OtherWaysProps = Pick<BesideProps, "onNextFree" | "onWait"> & {
  readonly providerId: string;
};

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
function useDaysOff(providerId: string, today: string, first: string | null) {
  const { branch } = useSignedIn();
  const [month, setMonth] = useState(first);
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
function useChosenTimes({ initialProviderId, initialDay }: FreeTimesProps, isOpen: boolean) {
  const today = useToday();
  const providers = useProviders().data ?? [];
  const [providerId, setProviderId] = useState(initialProviderId);
  // Whose patient it is may be known only after the times were asked for; who is chosen by then stays.
  if (providerId === "" && initialProviderId !== "") setProviderId(initialProviderId);
  const [day, setDay] = useState(
    initialDay === undefined || initialDay < today ? today : initialDay,
  );
  const [isTyping, setTyping] = useState(false);
  const slots = useSlots(providerId, day);
  const calendar = useDaysOff(providerId, today, isOpen ? day : null);
  const [jumps, setJumps] = useState(0);
  const next = useNextFreeDay((found) => {
    setDay(found);
    calendar.onMonth(found);
    setJumps((before) => before + 1);
  });
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
    calendar,
    /** How often a day was found that the open calendar has to turn to. */
    jumps,
    slots,
    isSearching: next.isPending,
    findNext: () => next.mutate({ id: providerId, from: day, name }),
  };
}

type ChosenTimes = ReturnType<typeof useChosenTimes>;

function DoctorChoice({ chosen }: { readonly chosen: ChosenTimes }) {
  const say = useSay();
  const { providers, providerId, setProviderId } = chosen;
  return (
    <ChoiceField
      label={say("walkIn.provider")}
      value={providerId}
      onChange={setProviderId}
      options={useProviderOptions(providers)}
      {...(providerId === "" ? { empty: say("walkIn.choose") } : {})}
      testName={testNames.bookingProvider}
    />
  );
}

/** What the calendar of the days is given, folded away or open. */
function useMonth(chosen: ChosenTimes, markedDay: string | undefined) {
  const say = useSay();
  const labels = useDateLabels();
  const { today, day } = chosen;
  return {
    label: say("booking.date"),
    value: day,
    least: today,
    most: addDays(today, 180),
    marked: markedDay,
    ...chosen.calendar,
    offNote: (chosen.calendar.off?.size ?? 0) > 0 ? say("booking.greyed") : undefined,
    labels,
    testName: testNames.bookingDate,
  };
}

interface TimesProps extends FreeTimesProps {
  readonly chosen: ChosenTimes;
}

/** The times of the day that is chosen. */
function Times({ chosen, error, own, onTake }: TimesProps) {
  const { providerId, slots, isTyping } = chosen;
  const take = (slotTime: string) => onTake({ providerId, slotTime });
  const isShown = slots.isSuccess && !isTyping;
  return (
    <>
      <FaultNotice error={slots.error} />
      <Suggestions error={error} onTake={take} />
      <div className="free-times">
        {isShown ? (
          <>
            <NoneFree slots={slots.data} />
            <SlotGrid
              slots={slots.data}
              ownTime={own?.providerId === providerId ? own.slotTime : undefined}
              onTake={take}
            />
          </>
        ) : null}
      </div>
    </>
  );
}

/** Doctor, day, then one press on a free time, in a page. Times are the branch's. */
export function FreeTimes(props: BesideProps) {
  const { onNextFree, onWait } = props;
  const say = useSay();
  const clock = useBranchClock();
  const chosen = useChosenTimes(props, false);
  const { providerId, day, setDay, isTyping } = chosen;
  const month = useMonth(chosen, props.markedDay);
  return (
    <>
      <div className="booking-choice">
        <DoctorChoice chosen={chosen} />
        <DateField
          {...month}
          onChange={(next) => {
            if (next !== null) setDay(next);
          }}
          onTyping={chosen.setTyping}
        />
        <OtherWays
          providerId={providerId}
          onNextFree={onNextFree}
          {...(onWait === undefined ? {} : { onWait })}
        />
      </div>
      <p className="muted">
        {isTyping
          ? say("booking.unfinished")
          : say("booking.zone", { day: clock.day(`${day}T12:00:00Z`), zone: clock.zone })}
      </p>
      <Times {...props} chosen={chosen} />
    </>
  );
}

/** The way out of a day on which nothing is free; it is gone as soon as it has found one, and a second press falls on no time. */
function NextDay({ chosen }: { readonly chosen: ChosenTimes }) {
  const say = useSay();
  const { providerId, slots, isSearching, findNext } = chosen;
  const isNone = slots.isSuccess && !slots.data.some(({ available }) => available);
  if (providerId === "" || !isNone) return null;
  return (
    <Button
      onPress={() => {
        if (!isSearching) findNext();
      }}
      testName={testNames.nextFreeDay}
    >
      {say("calendar.nextFree")}
    </Button>
  );
}

interface MonthAndTimesProps extends FreeTimesProps {
  /** What is said above the month and above the times; the last says what a press does. */
  readonly texts: { readonly day: TextId; readonly time: TextId };
}

/** A month that stands open beside the times of its day, in a window: a press on a day, a press on a time. */
export function MonthAndTimes({ texts, ...props }: MonthAndTimesProps) {
  const say = useSay();
  const clock = useBranchClock();
  const chosen = useChosenTimes(props, true);
  const month = useMonth(chosen, props.markedDay);
  return (
    <div className="month-and-times">
      <div className="month-side">
        <h3>{say(texts.day)}</h3>
        <OpenMonth key={chosen.jumps} {...month} onChange={chosen.setDay} takesFocus />
        <DoctorChoice chosen={chosen} />
        <NextDay chosen={chosen} />
      </div>
      <section className="times-side">
        <h3>
          {clock.day(`${chosen.day}T12:00:00Z`)} · {say(texts.time)}
        </h3>
        <Times {...props} chosen={chosen} />
      </section>
    </div>
  );
}
