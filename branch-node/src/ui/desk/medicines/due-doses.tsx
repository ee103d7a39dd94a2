import { useState } from "react";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Badge } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { begunIn, useBegunReason } from "./dose-draft.ts";
import { DoseEntry } from "./dose-entry.tsx";
import { useDueDoses } from "./dose-queries.ts";
import { doseKey, inTurn, lateCount } from "./dose-texts.ts";

/** The doses of a patient who stays here, what is late first; nothing of whom nothing is given here. */
export function DueDoses({ patientId }: { readonly patientId: string }) {
  const say = useSay();
  const { data, error } = useDueDoses(patientId);
  const begun = useBegunReason(patientId);
  const [noted, setNoted] = useState("");
  if (error !== null) return <FaultNotice error={error} />;
  if (data === undefined || begun === undefined || data.length === 0) return null;
  const begunOf = begunIn(begun)?.dose;
  return (
    <section className="doses" aria-label={say("dose.title")} data-testid={testNames.doses}>
      <h3>{say("dose.title")}</h3>
      <output data-testid={testNames.doseNoted}>{noted}</output>
      <ul className="dose-list">
        {inTurn(data).map((dose) => (
          <DoseEntry
            key={doseKey(dose)}
            patientId={patientId}
            dose={dose}
            begun={begunOf === doseKey(dose) ? begun : null}
            onNoted={setNoted}
          />
        ))}
      </ul>
    </section>
  );
}

/** How many doses of a patient were not given in time; nothing where none was missed. */
export function LateDoses({ patientId }: { readonly patientId: string }) {
  const say = useSay();
  const { data } = useDueDoses(patientId);
  const count = lateCount(data ?? []);
  if (count === 0) return null;
  return (
    <Badge tone="danger" testName={testNames.lateDoses}>
      {say("dose.late", { count })}
    </Badge>
  );
}
