import { readFields, readList, readMissing, readNumber, readText, tryRead } from "./read.ts";
import { readNames, type ShownNames } from "./shown-names.ts";

/** A token that is called to a room. */
export interface Call {
  readonly token_code: string;
  readonly room: string | null;
  /** What the clinic calls the room, where it has said so. */
  readonly room_names: ShownNames | null;
  readonly provider_name: string | null;
  readonly called_at: string | null;
}

/** What a waiting-room board shows: tokens, rooms and doctors, never a patient's name. */
export interface DisplayState {
  readonly branch_name: string;
  readonly department: string | null;
  /** What the clinic calls the queue or department, where it has said so. */
  readonly department_names: ShownNames | null;
  /** What the board speaks, the first first; null where the branch does not say. */
  readonly languages: readonly string[] | null;
  readonly now_serving: readonly Call[];
  readonly waiting: readonly string[];
  /** How many wait, shown or not. */
  readonly waiting_count: number;
  readonly server_time: string;
  /** The branch's zone for the clock; the screen's own where it is not given. */
  readonly time_zone: string | null;
}

function readCall(value: unknown): Call {
  const call = readFields(value);
  return {
    token_code: readText(call["token_code"]),
    room: readMissing(call["room"], readText),
    room_names: readNames(call["room_names"]),
    provider_name: readMissing(call["provider_name"], readText),
    called_at: readMissing(call["called_at"], readText),
  };
}

function readState(value: unknown): DisplayState {
  const state = readFields(value);
  const waiting = readList(state["waiting"], (item) => readText(readFields(item)["token_code"]));
  return {
    branch_name: readText(state["branch_name"]),
    department: readMissing(state["department"], readText),
    department_names: readNames(state["department_names"]),
    languages: readMissing(state["languages"], (list) => readList(list, readText)),
    now_serving: readList(state["now_serving"], readCall),
    waiting,
    waiting_count: readMissing(state["waiting_count"], readNumber) ?? waiting.length,
    server_time: readText(state["server_time"]),
    time_zone: readMissing(state["time_zone"], readText),
  };
}

/** What the branch answers of a board; anything else is null. */
export function readDisplayState(value: unknown): DisplayState | null {
  return tryRead(value, readState);
}

/** Reads one message of the board's connection; anything else is null. */
export function readDisplayMessage(text: string): DisplayState | null {
  const message = jsonOf(text);
  const fields = tryRead(message, readFields);
  return fields?.["type"] === "display" ? readDisplayState(fields["state"]) : null;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
