import { readNames } from "#ui/wire/shown-names.ts";
import type { Department } from "#ui/i18n/department-name.ts";
import { readFields, readList, readMissing, readNumber, readText } from "#ui/wire/read.ts";

/** What the kiosk shows of its branch. */
export interface KioskSetting {
  readonly branch_name: string;
  readonly departments: readonly Department[];
  /** The languages that are offered, the first first; null where the branch names none. */
  readonly languages: readonly string[] | null;
  /** Seconds without a touch after which the screen asks whether somebody is there. */
  readonly idle_seconds: number;
  /** Seconds after that until it is wiped. */
  readonly warning_seconds: number;
}

/** Somebody whom the branch has found, as far as a public screen may say it. */
export interface CheckInMatch {
  readonly match_id: string;
  readonly masked_name: string;
  readonly birth_year: number | null;
  readonly appointment: {
    readonly slot_time: string;
    readonly provider_name: string;
    readonly department: Department;
  } | null;
  readonly token_code: string | null;
}

/** The place in the queue that a check-in gave. */
export interface CheckInToken {
  readonly token_code: string;
  readonly department: Department;
  readonly provider_name: string;
  readonly waiting_before: number;
}

type Fields = ReturnType<typeof readFields>;

function departmentOf(fields: Fields): Department {
  return { code: readText(fields["department"]), names: readNames(fields["department_names"]) };
}

function readDepartments(setting: Fields): readonly Department[] {
  const readNamed = (item: unknown) => {
    const named = readFields(item);
    return { code: readText(named["department"]), names: readNames(named["names"]) };
  };
  const named = readMissing(setting["department_names"], (list) => readList(list, readNamed)) ?? [];
  return readList(setting["departments"], readText).map(
    (code) => named.find((each) => each.code === code) ?? { code, names: null },
  );
}

/** Reads what the branch says of itself. @throws UnreadableError */
export function readSetting(value: unknown): KioskSetting {
  const setting = readFields(value);
  return {
    branch_name: readText(setting["branch_name"]),
    departments: readDepartments(setting),
    languages: readMissing(setting["languages"], (list) => readList(list, readText)),
    idle_seconds: readNumber(setting["idle_seconds"]),
    warning_seconds: readNumber(setting["warning_seconds"]),
  };
}

function readAppointment(value: unknown) {
  const appointment = readFields(value);
  return {
    slot_time: readText(appointment["slot_time"]),
    provider_name: readText(appointment["provider_name"]),
    department: departmentOf(appointment),
  };
}

function readMatch(value: unknown): CheckInMatch {
  const match = readFields(value);
  return {
    match_id: readText(match["match_id"]),
    masked_name: readText(match["masked_name"]),
    birth_year: readMissing(match["birth_year"], readNumber),
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
    department: departmentOf(token),
    provider_name: readText(token["provider_name"]),
    waiting_before: readNumber(token["waiting_before"]),
  };
}
