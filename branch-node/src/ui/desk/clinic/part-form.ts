import type { ClinicPart, PartBody, PartKind } from "#ui/desk/data/clinic-parts.ts";
import type { TextId } from "#ui/i18n/text.ts";
import { partTexts } from "./part-texts.ts";

/** What is written into the form of a department, a room or a queue. */
export interface PartForm {
  /** Null while it follows from the name. */
  readonly code: string | null;
  readonly name: string;
  readonly name_hi: string;
  readonly name_ur: string;
  readonly department: string;
  readonly token_prefix: string;
}

/** The form of one that is there, or of a new one. */
export function formOf(part: ClinicPart | null): PartForm {
  if (part === null) {
    return { code: null, name: "", name_hi: "", name_ur: "", department: "", token_prefix: "" };
  }
  return {
    code: part.code,
    name: part.name,
    name_hi: part.name_hi ?? "",
    name_ur: part.name_ur ?? "",
    department: "department" in part ? (part.department ?? "") : "",
    token_prefix: "token_prefix" in part ? (part.token_prefix ?? "") : "",
  };
}

/** The code that is sent: what was written, else what follows from the name. */
export function codeOf(kind: PartKind, { code, name }: PartForm): string {
  if (code !== null) return code.trim();
  if (kind === "rooms") return name.trim();
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, "-")
    .replaceAll(/^-+|-+$/gu, "")
    .slice(0, 64);
}

/** What is wrong, by the fields of the form. */
export type PartFault = Partial<Record<keyof PartForm, TextId>>;

const longestName = 80;
const longestRoomCode = 60;

function isCode(kind: PartKind, code: string): boolean {
  if (kind === "rooms") return code !== "" && code.length <= longestRoomCode;
  return /^[a-z0-9][a-z0-9._-]{0,63}$/u.test(code);
}

/** What is wrong with a form before it is sent. */
export function faultsOf(kind: PartKind, form: PartForm): PartFault {
  const name = form.name.trim();
  const prefix = form.token_prefix.trim();
  return {
    ...(name === "" || name.length > longestName ? { name: "clinic.faultName" } : {}),
    ...(isCode(kind, codeOf(kind, form)) ? {} : { code: partTexts[kind].codeFault }),
    ...(prefix === "" || /^[A-Z]{1,3}$/u.test(prefix)
      ? {}
      : { token_prefix: "clinic.faultPrefix" }),
  };
}

function orNull(text: string): string | null {
  return text.trim() === "" ? null : text.trim();
}

/** What a form says, as it is sent. */
export function bodyOf(kind: PartKind, form: PartForm): PartBody {
  return {
    name: form.name.trim(),
    name_hi: orNull(form.name_hi),
    name_ur: orNull(form.name_ur),
    ...(kind === "departments" ? {} : { department: orNull(form.department) }),
    ...(kind === "queues" ? { token_prefix: orNull(form.token_prefix) } : {}),
  };
}
