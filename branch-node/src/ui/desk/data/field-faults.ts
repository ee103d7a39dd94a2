import type { Say } from "#ui/i18n/text.ts";
import { fieldFaults, fieldFaultText } from "./faults.ts";

/** What an answer says of a form: at the fields that it shows, and the rest above its buttons. */
export interface FormFaults {
  /** What is wrong with one field, or undefined. */
  readonly at: (path: string) => string | undefined;
  /** What no field of the form shows. */
  readonly rest: unknown;
}

/** Sorts what an answer refuses to the fields of a form. @param shown the paths of the fields that the form shows */
export function faultsAtFields(error: unknown, shown: readonly string[], say: Say): FormFaults {
  const refused = fieldFaults(error);
  const isShown = refused.length > 0 && refused.every(({ path }) => shown.includes(path));
  return {
    at: (path) => {
      const fault = refused.find((each) => each.path === path);
      return fault === undefined ? undefined : fieldFaultText(fault, say);
    },
    rest: isShown ? null : error,
  };
}
