import { foldDigits } from "@edgeward/shared/kernel/text.ts";

/** What somebody at the desk seems to be looking for. */
export type QueryKind = "empty" | "phone" | "abha" | "number" | "name";

/** What was typed into the search box, understood. */
export interface PatientQuery {
  readonly kind: QueryKind;
  /** As the server is asked: one space between words, digits of any script as 0 to 9. */
  readonly text: string;
}

// The server does not look for fewer: one letter fits every tenth patient.
const shortest = 2;
const abhaLength = 14;

/** Understands what was typed: a phone number, an ABHA number, a UHID or MRN, or a name. */
export function readQuery(typed: string): PatientQuery {
  const text = foldDigits(typed).trim().replaceAll(/\s+/gu, " ");
  if (text === "") return { kind: "empty", text };
  if (/^[\d\s+()./-]+$/u.test(text)) {
    const isAbha = text.replaceAll(/\D/gu, "").length === abhaLength && !text.startsWith("+");
    return { kind: isAbha ? "abha" : "phone", text };
  }
  if (text.includes("@")) return { kind: "abha", text };
  return { kind: /\d/u.test(text) ? "number" : "name", text };
}

/** Whether there is enough to ask the server with. */
export function isSearchable({ text }: PatientQuery): boolean {
  return text.length >= shortest;
}

function capitalised(name: string): string {
  const hasOwnCase = name !== name.toLowerCase() && name !== name.toUpperCase();
  if (hasOwnCase) return name;
  return name
    .toLowerCase()
    .replaceAll(/(^|[\s'.-])(\p{L})/gu, (_, before: string, letter: string) => {
      return before + letter.toUpperCase();
    });
}

/** What a search that found nobody already says about the person: nothing is typed twice. */
export function prefillFrom(query: PatientQuery): {
  name?: string;
  phone?: string;
  abhaId?: string;
} {
  if (query.kind === "phone") return { phone: query.text };
  if (query.kind === "abha" && !query.text.includes("@")) return { abhaId: query.text };
  return query.kind === "name" ? { name: capitalised(query.text) } : {};
}
