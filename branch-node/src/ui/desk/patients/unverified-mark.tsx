import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "#ui/kit/button.tsx";
import {
  patientsContract,
  type Patient,
} from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";

/** Somebody who has registered at a kiosk, until a person at the desk has seen a proof of who they are. */
export function UnverifiedMark({ patient }: { readonly patient: Patient }) {
  const say = useSay();
  const client = useClient();
  const queries = useQueryClient();
  const mayVerify = useMay("patients", "update");
  const verify = useMutation({
    mutationFn: async () => {
      const metadata = { ...patient.metadata, identity_unverified: false };
      const headers = { "if-match": `"v${patient.version}"` };
      const request = { params: { id: patient.id }, body: { metadata } };
      await client.call(patientsContract.update, request, { headers });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.patients }),
  });
  if (patient.metadata["identity_unverified"] !== true) return null;
  return (
    <>
      <span className="tag tag-warning" data-testid={testNames.unverified}>
        {say("patient.unverified")}
      </span>
      {mayVerify ? (
        <Button isSmall onPress={() => verify.mutate()} testName={testNames.verifyIdentity}>
          {say("patient.verify")}
        </Button>
      ) : null}
    </>
  );
}
