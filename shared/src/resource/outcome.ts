import type { Endpoint, OutputOf } from "#contract/endpoint.ts";

/** What was to be made is there already: answered with the endpoint's `existingStatus`. */
export class Existing<T> {
  readonly record: T;

  constructor(record: T) {
    this.record = record;
  }
}

/** What a handler may return: what its endpoint answers and, where the endpoint has a status for it, what was there before. */
export type OutcomeOf<E extends Endpoint> =
  | OutputOf<E>
  | (E extends { readonly existingStatus: number } ? Existing<OutputOf<E>> : never);

/** An answer with headers of its own, such as a cookie. Only for what is not kept to be answered again. */
export class WithHeaders<T> {
  readonly output: T;
  readonly headers: Readonly<Record<string, string>>;

  constructor(output: T, headers: Readonly<Record<string, string>>) {
    this.output = output;
    this.headers = headers;
  }
}
