import {
  captureMethods,
  consentTypes,
  purposeCodes,
  type ConsentState,
} from "@edgeward/shared/clinical/consents/consent-parts.contract.ts";
import type { Consent } from "@edgeward/shared/clinical/consents/consents.contract.ts";
import type { Say, TextId } from "#ui/i18n/text.ts";
import type { Tone } from "#ui/kit/surfaces.tsx";
import { speakers } from "./consent-draft.ts";

/** How a state is shown. */
interface StateLook {
  readonly text: TextId;
  readonly tone: Tone;
}

/** How the states are shown. */
export const stateLooks: Readonly<Record<ConsentState, StateLook>> = {
  requested: { text: "consents.requested", tone: "info" },
  granted: { text: "consent.granted", tone: "good" },
  denied: { text: "consent.denied", tone: "danger" },
  revoked: { text: "consent.revoked", tone: "danger" },
  expired: { text: "consent.expired", tone: "neutral" },
};

/** The state as it is now: what was given until a day that has gone by is over, before anybody has noted it. */
export function stateNow(
  { status, valid_until: until }: Pick<Consent, "status" | "valid_until">,
  now: number,
): ConsentState {
  const isOver = status === "granted" && until !== null && Date.parse(until) <= now;
  return isOver ? "expired" : status;
}

const speakerTexts: Readonly<Record<(typeof speakers)[number], TextId>> = {
  self: "consents.self",
  parent: "relationship.parent",
  guardian: "relationship.guardian",
  spouse: "relationship.spouse",
  legal_representative: "consents.legalRepresentative",
};

/** Who speaks, in a word. */
export function speakerText(relation: string, say: Say): string {
  const known = speakers.find((each) => each === relation);
  return known === undefined ? relation : say(speakerTexts[known]);
}

/** What a consent is about. */
export function kindText(type: string, say: Say): string {
  const known = consentTypes.find((each) => each === type);
  return known === undefined ? type : say(`consentType.${known}`);
}

/** How something was said. */
export function methodText(method: string, say: Say): string {
  const known = captureMethods.find((each) => each === method);
  return known === undefined ? method : say(`consentMethod.${known}`);
}

/** What records are shared for. */
export function purposeText(purpose: string, say: Say): string {
  const known = purposeCodes.find((each) => each === purpose);
  return known === undefined ? purpose : say(`consentPurpose.${known}`);
}

/** The name of a language in another one. @param locale of the page @param language BCP 47 */
export function languageText(locale: string, language: string): string {
  return new Intl.DisplayNames([locale], { type: "language" }).of(language) ?? language;
}

/** The languages in which India's law has a notice offered: English and those of the constitution's eighth schedule. */
export const noticeLanguages = [
  "en",
  "hi",
  "mr",
  "ur",
  "as",
  "bn",
  "brx",
  "doi",
  "gu",
  "kn",
  "kok",
  "ks",
  "mai",
  "ml",
  "mni",
  "ne",
  "or",
  "pa",
  "sa",
  "sat",
  "sd",
  "ta",
  "te",
] as const;
