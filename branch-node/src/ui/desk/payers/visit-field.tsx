import { useQuery } from "@tanstack/react-query";
import { admissionsContract } from "@edgeward/shared/clinical/admissions/admissions.contract.ts";
import { usePatientEncounters } from "#ui/desk/data/queries.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { ChoiceField } from "#ui/kit/select.tsx";
import { testNames } from "#ui/test-names.ts";

const mostStays = "10";

/** A patient's stays, the newest first. */
function useStays(patientId: string) {
  const client = useClient();
  const mayRead = useMay("admissions", "read");
  return useQuery({
    queryKey: [...queryKeys.admissions, "patient", patientId],
    enabled: mayRead,
    queryFn: async ({ signal }) => {
      const query = { patient_id: patientId, limit: mostStays };
      return (await client.call(admissionsContract.list, { query }, { signal })).body.data;
    },
  });
}

interface VisitFieldProps {
  readonly patientId: string;
  /** The id of a visit or of a stay; "" for none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly fault: string | undefined;
}

/** For which visit or stay it is. */
export function VisitField({ patientId, value, onChange, fault }: VisitFieldProps) {
  const say = useSay();
  const clock = useBranchClock();
  const { data: visits = [] } = usePatientEncounters(patientId);
  const { data: stays = [] } = useStays(patientId);
  const found = [
    ...stays.map(({ id, admitted_at: admitted, created_at: made }) => ({
      value: id,
      text: say("insured.stay", { day: clock.date(admitted ?? made) }),
    })),
    ...visits.map(({ id, created_at: at }) => ({
      value: id,
      text: say("insured.visit", { day: clock.date(at) }),
    })),
  ];
  // What a bill says stays the choice, also where it was long ago.
  const isFound = value === "" || found.some((one) => one.value === value);
  const older = {
    value,
    text: say(value.startsWith("adm") ? "insured.thatStay" : "insured.thatVisit"),
  };
  return (
    <ChoiceField
      label={say("insured.for")}
      value={value}
      onChange={onChange}
      empty={say("rx.choose")}
      options={isFound ? found : [older, ...found]}
      fault={fault}
      testName={testNames.insuredVisit}
    />
  );
}
