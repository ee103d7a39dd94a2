import { Fragment, type KeyboardEvent } from "react";
import type { Slot } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { suggestionsOf } from "#ui/desk/data/faults.ts";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { useSay } from "#ui/i18n/text.ts";
import { ValueButton } from "#ui/kit/button.tsx";
import { testNames } from "#ui/test-names.ts";

/** The nearest time to press in the row above or below, or the one before or after. */
function neighbourOf(from: HTMLElement, key: string, times: readonly HTMLElement[]) {
  const place = times.indexOf(from);
  const isMirrored = getComputedStyle(from).direction === "rtl";
  const onward = isMirrored ? "ArrowLeft" : "ArrowRight";
  const backward = isMirrored ? "ArrowRight" : "ArrowLeft";
  if (key === onward) return times[place + 1];
  if (key === backward) return times[place - 1];
  const side = key === "ArrowDown" ? 1 : -1;
  if (key !== "ArrowDown" && key !== "ArrowUp") return undefined;
  const other = times.filter((each) => (each.offsetTop - from.offsetTop) * side > 0);
  const row = (side > 0 ? other[0] : other.at(-1))?.offsetTop;
  const away = (each: HTMLElement) => Math.abs(each.offsetLeft - from.offsetLeft);
  return other
    .filter((each) => each.offsetTop === row)
    .toSorted((one, two) => away(one) - away(two))[0];
}

// The times of a day are many: the arrow keys go from one to the next, as they do in the calendar.
function moveAmongTimes(event: KeyboardEvent<HTMLElement>): void {
  const from = event.target;
  if (!(from instanceof HTMLElement)) return;
  const times = [...event.currentTarget.querySelectorAll<HTMLElement>("button:enabled")];
  const next = neighbourOf(from, event.key, times);
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

const partsOfDay = ["morning", "afternoon", "evening"] as const;

type PartOfDay = (typeof partsOfDay)[number];

/** The part of the day that an hour belongs to, as people in a clinic say it. */
function partOf(hour: number): PartOfDay {
  if (hour < 12) return "morning";
  return hour < 16 ? "afternoon" : "evening";
}

interface SlotGridProps {
  readonly slots: readonly Slot[];
  /** The time that is the patient's own already. */
  readonly ownTime: string | undefined;
  readonly onTake: (startAt: string) => void;
}

interface TimeProps extends Pick<SlotGridProps, "ownTime" | "onTake"> {
  readonly slot: Slot;
}

function Time({ slot, ownTime, onTake }: TimeProps) {
  const say = useSay();
  const clock = useBranchClock();
  return (
    <ValueButton
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
  );
}

/** The times of a day, by its parts; arrow keys lead from one to the next. */
export function SlotGrid({ slots, ...time }: SlotGridProps) {
  const say = useSay();
  const clock = useBranchClock();
  // What is over can be booked by nobody.
  const shown = slots.filter(({ reason }) => reason !== "past");
  if (shown.length === 0) return null;
  const parts = partsOfDay.map(
    (part) => [part, shown.filter(({ start_at: at }) => partOf(clock.hour(at)) === part)] as const,
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys between the buttons in it
    <fieldset
      className="slots"
      aria-label={say("booking.slots", { zone: clock.zone })}
      onKeyDown={moveAmongTimes}
    >
      {parts
        .filter(([, within]) => within.length > 0)
        .map(([part, within]) => (
          <Fragment key={part}>
            <p className="slots-part">{say(`slots.${part}`)}</p>
            {within.map((slot) => (
              <Time key={slot.start_at} slot={slot} {...time} />
            ))}
          </Fragment>
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
          {clock.dayTime(startAt)}
        </ValueButton>
      ))}
    </fieldset>
  );
}
