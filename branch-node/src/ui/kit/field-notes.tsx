import { FieldError } from "react-aria-components/FieldError";
import { Text } from "react-aria-components/Text";

/** What every field of the kit is given. */
export interface FieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly fault?: string | undefined;
  readonly isRequired?: boolean;
  readonly isDisabled?: boolean;
  readonly testName?: string | undefined;
}

/** The part of them that the library's fields take as they are. */
export function fieldState({ fault, isRequired = false, isDisabled = false }: FieldProps) {
  return { isInvalid: fault !== undefined, isRequired, isDisabled } as const;
}

/** The hint of a field and what is wrong with it, tied to the field by the library. */
export function FieldNotes({ hint, fault }: Pick<FieldProps, "hint" | "fault">) {
  return (
    <>
      {hint === undefined ? null : (
        <Text slot="description" className="field-hint">
          {hint}
        </Text>
      )}
      {fault === undefined ? null : <FieldError className="field-fault">{fault}</FieldError>}
    </>
  );
}
