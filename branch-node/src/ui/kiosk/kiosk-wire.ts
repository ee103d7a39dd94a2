import { readFields, readList, readMissing, readNumber, readText } from "#ui/wire/read.ts";

/** What the kiosk shows of its branch. */
export interface KioskSetting {
  readonly branch_name: string;
  readonly departments: readonly string[];
  /** Seconds without a touch after which the screen asks whether somebody is there. */
  readonly idle_seconds: number;
  /** Seconds after that until it is wiped. */
  readonly warning_seconds: number;
}

/** Somebody whom the branch has found, as far as a public screen may say it. */
export interface CheckInMatch {
  readonly match_id: string;
  readonly masked_name: string;
  readonly appointment: {
    readonly slot_time: string;
    readonly provider_name: string;
    readonly department: string;
  } | null;
  readonly token_code: string | null;
}

/** The place in the queue that a check-in gave. */
export interface CheckInToken {
  readonly token_code: string;
  readonly department: string;
  readonly provider_name: string;
  readonly waiting_before: number;
}

/** Reads what the branch says of itself. @throws UnreadableError */
export function readSetting(value: unknown): KioskSetting {
  const setting = readFields(value);
  return {
    branch_name: readText(setting["branch_name"]),
    departments: readList(setting["departments"], readText),
    idle_seconds: readNumber(setting["idle_seconds"]),
    warning_seconds: readNumber(setting["warning_seconds"]),
  };
}

function readAppointment(value: unknown) {
  const appointment = readFields(value);
  return {
    slot_time: readText(appointment["slot_time"]),
    provider_name: readText(appointment["provider_name"]),
    department: readText(appointment["department"]),
  };
}

function readMatch(value: unknown): CheckInMatch {
  const match = readFields(value);
  return {
    match_id: readText(match["match_id"]),
    masked_name: readText(match["masked_name"]),
    appointment: readMissing(match["appointment"], readAppointment),
    token_code: readMissing(match["token_code"], readText),
  };
}

/** Reads whom the branch has found. @throws UnreadableError */
export function readMatches(value: unknown): readonly CheckInMatch[] {
  return readList(readFields(value)["matches"], readMatch);
}

/** Reads the place in the queue that a check-in gave. @throws UnreadableError */
export function readToken(value: unknown): CheckInToken {
  const token = readFields(value);
  return {
    token_code: readText(token["token_code"]),
    department: readText(token["department"]),
    provider_name: readText(token["provider_name"]),
    waiting_before: readNumber(token["waiting_before"]),
  };
}
