/** Milliseconds without a word after which a device counts as gone: three heartbeats, and well under ten seconds. */
const silenceMs = 7_500;
// A page that is loaded again is back in less.
const graceMs = 2_000;
const lookEveryMs = 500;

/** What presence needs of its surroundings. */
export interface DevicePresenceOptions {
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number;
  readonly onChange: (deviceId: string, isThere: boolean) => void;
}

interface Seen {
  /** When it will count as gone. */
  until: number;
  isThere: boolean;
}

/** Knows which devices are there, by their heartbeats. */
export class DevicePresence {
  readonly #options: DevicePresenceOptions;
  readonly #seen = new Map<string, Seen>();
  readonly #timer: NodeJS.Timeout;

  constructor(options: DevicePresenceOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#look(), lookEveryMs);
    this.#timer.unref();
  }

  /** A device that was there when the node ended, and has to show itself anew. */
  expect(deviceId: string): void {
    this.#seen.set(deviceId, { until: this.#options.now() + silenceMs, isThere: true });
  }

  heard(deviceId: string): void {
    const wasThere = this.#seen.get(deviceId)?.isThere === true;
    this.#seen.set(deviceId, { until: this.#options.now() + silenceMs, isThere: true });
    if (!wasThere) this.#options.onChange(deviceId, true);
  }

  /** Its connection has ended. */
  left(deviceId: string): void {
    const seen = this.#seen.get(deviceId);
    if (seen !== undefined) seen.until = Math.min(seen.until, this.#options.now() + graceMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const now = this.#options.now();
    for (const [deviceId, seen] of this.#seen) {
      if (!seen.isThere || seen.until > now) continue;
      seen.isThere = false;
      this.#options.onChange(deviceId, false);
    }
  }
}
