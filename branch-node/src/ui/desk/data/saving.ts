import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { CallOptions, Client } from "@edgeward/shared/contract/client.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";
import { useIntent, wasAnswered, type Intent } from "./intent.ts";

/** A form that is kept as a draft until what it says is sent. */
export interface KeptSending {
  /** The draft says under which key it may have been sent already. */
  readonly intent: Intent;
  /** Keeps the form once more, under the key of the next attempt. */
  readonly keep: () => void;
  /** What was typed has arrived, and its draft ends. */
  readonly sent: () => void;
}

interface Saving<Input, Saved> {
  readonly send: (client: Client, input: Input, options: CallOptions) => Promise<Saved>;
  /** What is read again afterwards, whatever came of it. */
  readonly stale: readonly (readonly string[])[];
  readonly onSaved?: ((saved: Saved) => void) | undefined;
  readonly kept?: KeptSending | undefined;
}

/** Sends what somebody wants done: once, however often it is tried until somebody answers. */
export function useSaving<Input, Saved>({ send, stale, onSaved, kept }: Saving<Input, Saved>) {
  const client = useClient();
  const queries = useQueryClient();
  const own = useIntent();
  const intent = kept?.intent ?? own;
  return useMutation({
    mutationFn: (input: Input) => send(client, input, { idempotencyKey: intent.key() }),
    onSuccess: (saved) => {
      intent.finish();
      kept?.sent();
      onSaved?.(saved);
    },
    onError: (error) => {
      if (!wasAnswered(error)) return;
      intent.finish();
      kept?.keep();
    },
    onSettled: () => Promise.all(stale.map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
}
