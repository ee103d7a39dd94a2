import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import * as z from "zod";
import { draftsContract, type Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { DraftKeeper } from "#ui/desk/drafts/draft-keeper.ts";
import { draftKinds, draftWire } from "#ui/desk/drafts/draft-wire.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";

/** What is asked about a dose before it is noted. */
export const doseQuestions = ["given", "refused", "held", "mistake"] as const;

/** One of them. */
export type DoseQuestion = (typeof doseQuestions)[number];

/** A reason that somebody has begun to type: of which dose, and of what becomes of it. */
export interface BegunReason {
  readonly dose: string;
  readonly question: DoseQuestion;
  readonly reason: string;
}

const shape = z.object({
  dose: z.string(),
  question: z.enum(doseQuestions),
  reason: z.string(),
});

/** The reason that the person here has begun to type of a patient's dose; null for none, undefined until that is known. */
export function useBegunReason(patientId: string): Draft | null | undefined {
  const client = useClient();
  const { data } = useQuery({
    queryKey: [...queryKeys.drafts, draftKinds.dose, patientId],
    queryFn: async ({ signal }) => {
      const kind = draftKinds.dose;
      const query = { kind, entity_id: patientId, status: "open", limit: "1" } as const;
      const { body } = await client.call(draftsContract.list, { query }, { signal });
      return body.data[0] ?? null;
    },
    // What is typed meanwhile is not replaced.
    staleTime: Infinity,
  });
  return data;
}

/** What a draft holds of a reason; null for what is none. */
export function begunIn(draft: Draft | null): BegunReason | null {
  return shape.safeParse(draft?.form_state).data ?? null;
}

/** Keeps what is typed as a reason at the branch, and ends it once it is sent. @param draft what is gone on with */
export function useKeptReason(patientId: string, draft: Draft | null) {
  const client = useClient();
  const queries = useQueryClient();
  const [keeper] = useState(
    () => new DraftKeeper(draftWire(client, draftKinds.dose, patientId), draft),
  );
  useEffect(
    () => () => {
      keeper.leave();
      const queryKey = [...queryKeys.drafts, draftKinds.dose, patientId];
      queries.removeQueries({ queryKey });
    },
    [keeper, queries, patientId],
  );
  return {
    keep: (begun: BegunReason) => keeper.change({ ...begun }),
    end: (how: "submitted" | "discarded") => void keeper.end(how),
  };
}
