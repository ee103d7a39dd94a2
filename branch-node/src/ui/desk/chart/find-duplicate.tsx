import { useEffect, useRef, useState } from "react";
import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { useLastVisits } from "#ui/desk/data/last-visits.ts";
import { useDuplicates } from "#ui/desk/data/queries.ts";
import { PatientFacts } from "#ui/desk/patients/patient-facts.tsx";
import { PatientSearch } from "#ui/desk/search/patient-search.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { testNames } from "#ui/test-names.ts";

interface FindDuplicateProps {
  readonly patient: Patient;
  readonly onChoose: (patientId: string) => void;
}

const mostShown = 5;

function said(name: "village" | "line1" | "postal_code", value: unknown) {
  return typeof value === "string" && value !== "" ? { [name]: value } : {};
}

/** What is known of somebody, as the question who else may be that person. */
function termsOf({ name, gender, dob, phone, abha_id: abha, address }: Patient) {
  return {
    name,
    gender,
    ...(dob === null ? {} : { dob }),
    ...(phone === null ? {} : { phone }),
    ...(abha === null ? {} : { abha_id: abha }),
    ...said("village", address?.["city"]),
    ...said("line1", address?.["line1"]),
    ...said("postal_code", address?.["postal_code"]),
  };
}

/** The other record of a person: those that are probably of the same one, and any other by searching. */
export function FindDuplicate({ patient, onChoose }: FindDuplicateProps) {
  const say = useSay();
  const [typed, setTyped] = useState("");
  const box = useRef<HTMLInputElement>(null);
  const { data } = useDuplicates(termsOf(patient));
  const found = (data ?? []).filter(({ id }) => id !== patient.id).slice(0, mostShown);
  const lastVisits = useLastVisits([found.map(({ id }) => id)]);
  useEffect(() => box.current?.focus(), []);
  return (
    <div className="find-duplicate">
      <p>{say("merge.find", { name: `${patient.name} · ${patient.uhid}` })}</p>
      <PatientSearch
        typed={typed}
        onType={setTyped}
        onChoose={(id) => {
          if (id !== patient.id) onChoose(id);
        }}
        ref={box}
      />
      {found.length === 0 ? null : <h3>{say("duplicates.found", { count: found.length })}</h3>}
      <ul className="visits">
        {found.map((each) => (
          <li key={each.id} className="visit" data-testid={testNames.mergeCandidate}>
            <span className="visit-what">
              <strong>{each.name}</strong>
              <PatientFacts patient={each} lastVisit={lastVisits.get(each.id)?.started_at} />
            </span>
            <Button isSmall about={each.name} onPress={() => onChoose(each.id)}>
              {say("merge.compare")}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
