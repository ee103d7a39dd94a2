import { randomBytes } from "node:crypto";
import { fieldError } from "@edgeward/shared/kernel/errors.ts";

const lifetimeMs = 5 * 60_000;

/** Whom a kiosk has found; the kiosk itself knows the handle alone. */
export interface Match {
  readonly patientId: string;
  /** Today's appointment that it would check in, or null. */
  readonly appointmentId: string | null;
}

/** Stands between a kiosk's screen and the records: what it shows cannot be used elsewhere, or later. */
export class MatchHandles {
  readonly #now: () => number;
  readonly #open = new Map<
    string,
    { readonly deviceId: string; readonly until: number; readonly match: Match }
  >();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** A handle for the device, good for five minutes. */
  give(deviceId: string, match: Match): string {
    for (const [handle, { until }] of this.#open)
      if (until <= this.#now()) this.#open.delete(handle);
    const handle = randomBytes(16).toString("base64url");
    this.#open.set(handle, { deviceId, until: this.#now() + lifetimeMs, match });
    return handle;
  }

  /** What a handle stands for. @throws AppError invalid_reference when it is another device's, or too old */
  take(deviceId: string, handle: string): Match {
    const known = this.#open.get(handle);
    if (known !== undefined && known.deviceId === deviceId && known.until > this.#now()) {
      return known.match;
    }
    throw fieldError({
      path: "match_id",
      code: "invalid_reference",
      message: "is not known any more; look the person up again",
    });
  }
}
