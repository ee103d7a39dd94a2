import { createContext, useContext } from "react";
import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import type { LookDraftStore } from "#ui/desk/document-templates/look-editor.ts";
import type { RegistrationDraft } from "#ui/desk/registration/registration-draft.ts";
import type { DeskScans, FoundVisit } from "#ui/desk/scans/desk-scans.tsx";

/** A registration that was begun in this window: with what, or from which form that was kept. */
export interface BegunRegistration {
  /** Read when the form stands: what was typed until then belongs to it. */
  readonly prefill: () => Partial<RegistrationDraft>;
  /** The form that was begun before and is continued. */
  readonly resumed: Draft | null;
  readonly opened: number;
  /** Where the saved patient is booked: the registration was begun on the way. */
  readonly bookAt?: TimeToBook;
}

/** A free time of the calendar that waits for whoever is registered first. */
export interface TimeToBook {
  readonly day: string;
  readonly providerId: string;
  readonly slotTime: string;
  readonly isKept: boolean;
}

/** A token that is to be given as soon as the patient's page is there: for whom, why they come, and who sent them. */
export interface TokenWish {
  readonly patientId: string;
  /** Null for the doctor whom the patient comes for. */
  readonly providerId: string | null;
  readonly reason: string;
  readonly referredBy: string;
}

/** How every page changes what is shown, and what goes from one page to the next without standing in an address. */
export interface Desk {
  readonly showPatient: (patientId: string) => void;
  /** Opens what is known of a patient, to be corrected. */
  readonly editPatient: (patientId: string) => void;
  /** A patient was just saved; with a wish the walk-in token is given at once. */
  readonly patientSaved: (patientId: string, token: TokenWish | null) => void;
  /** The token that was wanted is under way: nobody gives it once more. */
  readonly tokenBegun: () => void;
  /** Opens the form, with what is known of the person; without, with what was typed. Who is saved may be booked at once. */
  readonly register: (prefill?: Partial<RegistrationDraft>, bookAt?: TimeToBook) => void;
  readonly leaveRegistration: () => void;
  /** Leaves a page that was opened beside the work for the one where that was. */
  readonly toWork: () => void;
  readonly showEncounter: (encounterId: string) => void;
  /** Goes on with a form where its writer left it. */
  readonly resume: (draft: Draft) => void;
  readonly begun: BegunRegistration | null;
  /** The form that is continued, but for a registration. */
  readonly resumed: Draft | null;
  /** The form that was continued is sent, or left. */
  readonly formLeft: () => void;
  /** For whom a token is given as soon as the page of the patient is there. */
  readonly tokenFor: TokenWish | null;
  /** The visit that a scan has led to. */
  readonly foundVisit: FoundVisit | null;
  readonly showVisit: (visit: FoundVisit) => void;
  readonly forgetVisit: () => void;
  readonly scans: DeskScans;
  readonly looks: LookDraftStore;
}

const DeskContext = createContext<Desk | null>(null);

/** Hands the desk to its pages. */
export const DeskProvider = DeskContext.Provider;

/** What every page of the desk can do. */
export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (desk === null) throw new Error("a page was drawn outside of the desk");
  return desk;
}
