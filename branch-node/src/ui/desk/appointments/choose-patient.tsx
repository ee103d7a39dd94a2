import { useEffect, useRef, useState } from "react";
import { usePatientSearch } from "#ui/desk/data/queries.ts";
import { isSearchable, readQuery } from "#ui/desk/search/patient-query.ts";
import { PatientSearch } from "#ui/desk/search/patient-search.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { testNames } from "#ui/test-names.ts";

interface ChoosePatientProps {
  readonly fault: string | undefined;
  readonly onChoose: (patientId: string) => void;
  /** Registers whom nobody has found, by what was typed. */
  readonly onNew?: (typed: string) => void;
}

const fields = 'input:not([type="hidden"], [tabindex="-1"]), textarea, [aria-haspopup="listbox"]';

/** Finds whom a dialog or a page is about; the focus is there when it opens, and goes on to the next field when somebody is chosen. */
export function ChoosePatient({ fault, onChoose, onNew }: ChoosePatientProps) {
  const say = useSay();
  const [typed, setTyped] = useState("");
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const dialog = box.current?.closest('[role="dialog"], .page');
    box.current?.focus();
    return () => {
      // With the box the focus would be lost, and the dialog give it to what closes it.
      if (dialog?.isConnected === true) dialog.querySelector<HTMLElement>(fields)?.focus();
    };
  }, []);
  const { data, isPlaceholderData } = usePatientSearch(typed);
  const isNobody =
    isSearchable(readQuery(typed)) && data?.patients.length === 0 && !isPlaceholderData;
  return (
    <div
      role="presentation"
      className="book-who"
      onKeyDown={(event) => {
        // The first Escape is the list's, and leaves what is around it alone.
        if (event.key === "Escape" && typed !== "") event.stopPropagation();
      }}
    >
      <span className="field-label" aria-hidden="true">
        {say("queue.patient")}
      </span>
      <PatientSearch typed={typed} onType={setTyped} onChoose={onChoose} ref={box} />
      {isNobody && onNew !== undefined ? (
        <Button icon="add" onPress={() => onNew(typed)} testName={testNames.bookNewPatient}>
          {say("search.newPatient")}
        </Button>
      ) : null}
      {fault === undefined ? null : (
        <p className="field-fault" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
