import { useState } from "react";
import { ApiError, randomKey } from "@edgeward/shared/contract/client.ts";
import { isUnreachable } from "#ui/net/api.ts";

/**
 * The idempotency key of one intent of the person at the desk: the same for every attempt that nobody answered,
 * so that a second click or a retry after a lost answer never does the work twice.
 */
export interface Intent {
  /**
   * @param what tells one wish from another where several can be under way at once, such as two ticks in a row: each has a
   * key of its own. Without it all that is sent is one wish, which a form's text is also where it was changed meanwhile.
   */
  readonly key: (what?: unknown) => string;
  /** The attempt was answered: what is sent next is another request, under another key. @param what as of `key` */
  readonly finish: (what?: unknown) => void;
}

/** Makes an intent; its first key is there from the beginning. @param first the key of an intent that is taken up again */
export function createIntent(first: string = randomKey()): Intent {
  const nameOf = (what: unknown) => JSON.stringify(what ?? null);
  const keys = new Map([[nameOf(null), first]]);
  return {
    key: (what) => {
      const name = nameOf(what);
      const key = keys.get(name) ?? randomKey();
      keys.set(name, key);
      return key;
    },
    finish: (what) => {
      keys.delete(nameOf(what));
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
