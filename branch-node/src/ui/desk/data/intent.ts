import { useState } from "react";
import { ApiError, randomKey } from "@edgeward/shared/contract/client.ts";
import { isUnreachable } from "#ui/net/api.ts";

/**
 * The idempotency key of one intent of the person at the desk: the same for every attempt that nobody answered,
 * so that a second click or a retry after a lost answer never does the work twice.
 */
export interface Intent {
  readonly key: () => string;
  /** The attempt was answered: what is sent next is another request, under another key. */
  readonly finish: () => void;
}

/** Makes an intent; its first key is there from the beginning. @param first the key of an intent that is taken up again */
export function createIntent(first: string = randomKey()): Intent {
  let key = first;
  return {
    key: () => key,
    finish: () => {
      key = randomKey();
    },
  };
}

/** An intent that lives as long as the part of the page that calls it. @param first as of `createIntent` */
export function useIntent(first?: string): Intent {
  const [intent] = useState(() => createIntent(first));
  return intent;
}

/** Whether an attempt was answered, so that its key is used up. */
export function wasAnswered(error: unknown): boolean {
  return (
    error instanceof ApiError && !isUnreachable(error) && error.code !== "idempotency_in_progress"
  );
}
