import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { CallOptions, Client } from "@edgeward/shared/contract/client.ts";
import { useClient } from "#ui/desk/shell/session-context.tsx";
import { useIntent, wasAnswered } from "./intent.ts";

interface Saving<Input, Saved> {
  readonly send: (client: Client, input: Input, options: CallOptions) => Promise<Saved>;
  /** What is read again afterwards, whatever came of it. */
  readonly stale: readonly (readonly string[])[];
  readonly onSaved?: ((saved: Saved) => void) | undefined;
}

/** Sends what somebody wants done: once, however often it is tried until somebody answers. */
export function useSaving<Input, Saved>({ send, stale, onSaved }: Saving<Input, Saved>) {
  const client = useClient();
  const queries = useQueryClient();
  const intent = useIntent();
  return useMutation({
    mutationFn: (input: Input) => send(client, input, { idempotencyKey: intent.key() }),
    onSuccess: (saved) => {
      intent.finish();
      onSaved?.(saved);
    },
    onError: (error) => {
      if (wasAnswered(error)) intent.finish();
    },
    onSettled: () => Promise.all(stale.map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
}
