import { useQueries } from "@tanstack/react-query";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";

/** Pages of patients, by their ids. */
export type PatientPages = readonly (readonly string[])[];

interface AboutPatients<Answer> {
  /** Whether the person at the desk may read it; nobody has an entry where not. */
  readonly mayRead: boolean;
  readonly queryKey: readonly string[];
  /** Asks about patients whose ids stand behind commas. */
  readonly ask: (
    client: Client,
    ids: string,
    options: { readonly signal: AbortSignal },
  ) => Promise<readonly Answer[]>;
}

/** What is known of some patients besides. */
export interface Known<Answer> {
  /** Each by its patient's id. */
  readonly of: ReadonlyMap<string, Answer>;
  /** Whether an answer is still under way. */
  readonly isAsked: boolean;
}

/** What is known of each of some patients besides: one question for each page of them, after the page is shown. */
export function useAboutPatients<Answer extends { readonly patient_id: string }>(
  pages: PatientPages,
  { mayRead, queryKey, ask }: AboutPatients<Answer>,
): Known<Answer> {
  const client = useClient();
  return useQueries({
    queries: pages
      .filter((ids) => mayRead && ids.length > 0)
      .map((ids) => ({
        queryKey: [...queryKey, ...ids],
        queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
          ask(client, ids.join(","), { signal }),
        // What tells namesakes apart must never get in the way: when it fails, there is none.
        retry: false,
        staleTime: 5000,
      })),
    combine: (answers) => ({
      of: new Map(
        answers.flatMap(({ data = [] }) => data.map((each) => [each.patient_id, each] as const)),
      ),
      isAsked: answers.some(({ isLoading }) => isLoading),
    }),
  });
}
