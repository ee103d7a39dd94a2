import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import type { RegistrationDraft } from "./registration-draft.ts";

/** What the middle of the desk shows. */
export type Pane =
  | { readonly kind: "welcome" }
  | { readonly kind: "patient"; readonly patientId: string; readonly wantsToken: boolean }
  | {
      readonly kind: "register";
      readonly prefill: Partial<RegistrationDraft>;
      /** The form that was begun before and is continued. */
      readonly resumed: Draft | null;
      readonly opened: number;
    }
  | {
      readonly kind: "encounter";
      readonly encounterId: string;
      readonly patientId: string;
      /** As above; null asks whether there is one. */
      readonly resumed: Draft | null;
    };

/** How the parts of the desk change what its middle shows. */
export interface DeskActions {
  readonly showPatient: (patientId: string) => void;
  /** A patient was just saved; `wantsToken` gives the walk-in token at once. */
  readonly patientSaved: (patientId: string, wantsToken: boolean) => void;
  /** Opens the form, with what is known of the person; without, with what was typed. */
  readonly register: (prefill?: Partial<RegistrationDraft>) => void;
  readonly leaveRegistration: () => void;
  readonly showEncounter: (encounterId: string, patientId: string) => void;
  /** Goes on with a form where its writer left it. */
  readonly resume: (draft: Draft) => void;
}
