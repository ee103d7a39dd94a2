import {
  appointmentStatuses,
  type AppointmentStatus,
} from "@edgeward/shared/clinical/appointments/appointments.contract.ts";

/** What of the calendar stands in its address beside the day. */
export interface CalendarSearch {
  /** The id of the one doctor who is looked at. */
  readonly doctor?: string | undefined;
  /** Whom a time is looked for: their UHID. */
  readonly patient?: string | undefined;
  /** The time that is booked for them at once, an instant, and with whom; whether it is kept for online booking. */
  readonly at?: string | undefined;
  readonly by?: string | undefined;
  readonly kept?: true | undefined;
}

/** What the list of appointments is narrowed by. */
export interface ListSearch extends CalendarSearch {
  readonly state?: AppointmentStatus | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Only those who have to be moved. */
  readonly displaced?: true | undefined;
  /** It is printed as soon as it is read. */
  readonly print?: true | undefined;
}

type Asked = Readonly<Record<string, unknown>>;

/** Whether somebody's text is a day of the calendar, YYYY-MM-DD. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(text)) return false;
  const instant = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text);
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function dayOf(value: unknown): string | undefined {
  const text = textOf(value);
  return text !== undefined && isDay(text) ? text : undefined;
}

function doctorOf(value: unknown): string | undefined {
  const text = textOf(value);
  return text?.startsWith("stf_") === true ? text : undefined;
}

/** Reads an address of the calendar; what it cannot mean is left out. */
export function calendarSearch({ doctor, patient, at, by, kept }: Asked): CalendarSearch {
  const instant = textOf(at);
  const isTime = instant !== undefined && !Number.isNaN(Date.parse(instant));
  const time = { at: instant, by: doctorOf(by), kept: kept === true ? true : undefined } as const;
  return { doctor: doctorOf(doctor), patient: textOf(patient), ...(isTime ? time : {}) };
}

/** The first and the last day of a list. */
type ListDays = Pick<ListSearch, "from" | "to">;

/** The days of a list: the last follows the first, where it would stand before it. */
export function listDays({ from, to }: ListDays): ListDays {
  const isTurned = from !== undefined && to !== undefined && to < from;
  return { from, to: isTurned ? from : to };
}

/** Reads an address of the list; what it cannot mean is left out. */
export function listSearch(asked: Asked): ListSearch {
  return {
    ...calendarSearch(asked),
    state: appointmentStatuses.find((known) => known === asked["state"]),
    ...listDays({ from: dayOf(asked["from"]), to: dayOf(asked["to"]) }),
    displaced: asked["displaced"] === true ? true : undefined,
    print: asked["print"] === true ? true : undefined,
  };
}
