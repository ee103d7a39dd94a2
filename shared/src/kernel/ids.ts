/** What each kind of record's id begins with. One table for the whole house. */
export const idPrefixes = {
  tenant: "ten",
  branch: "brn",
  node: "nod",
  client: "cli",
  staff: "stf",
  device: "dev",
  patient: "pat",
  appointment: "apt",
  encounter: "enc",
  service: "svc",
  printJob: "prn",
  printTemplate: "ptm",
  auditEvent: "aud",
  event: "evt",
  operation: "op",
  batch: "bat",
  conflict: "cnf",
  request: "req",
  session: "ses",
  webhookEndpoint: "whk",
  delivery: "dlv",
  attempt: "att",
  queue: "que",
  file: "fil",
  draft: "drf",
  feedGrant: "grt",
} as const;

/** What an id can begin with. */
export type IdPrefix = (typeof idPrefixes)[keyof typeof idPrefixes];

/** Crockford's base 32 without i, l, o, u; lower case. */
const ulidAlphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const bodyPattern = /^[0-9a-hjkmnp-tv-z]{26}$/;

/** 79 random bits: one below the field's 80, so that counting up never overflows it. */
function randomBits(): bigint {
  let bits = 0n;
  for (const byte of crypto.getRandomValues(new Uint8Array(10))) bits = (bits << 8n) | BigInt(byte);
  return bits >> 1n;
}

/** A number in the ULID alphabet, `length` characters. */
export function encodeUlidPart(value: bigint, length: number): string {
  let rest = value;
  let text = "";
  for (let index = 0; index < length; index += 1) {
    text = ulidAlphabet.charAt(Number(rest & 31n)) + text;
    rest >>= 5n;
  }
  return text;
}

/** A source of ids that sort by the time they were made, also within one millisecond. */
export type IdSource = (prefix: IdPrefix) => string;

/**
 * Makes ids: a prefix, `_`, a lower-case ULID (48 bits of milliseconds, 80 random bits, counted up within a millisecond).
 * @param now milliseconds since the epoch
 */
export function createIdSource(now: () => number): IdSource {
  let lastTime = -1;
  let random = 0n;
  return (prefix) => {
    const time = Math.max(now(), lastTime);
    if (time === lastTime) {
      random += 1n;
    } else {
      lastTime = time;
      random = randomBits();
    }
    return `${prefix}_${encodeUlidPart(BigInt(time), 10)}${encodeUlidPart(random, 16)}`;
  };
}

/** Whether a text has the form of an id of that kind. */
export function isId(prefix: IdPrefix, text: string): boolean {
  return text.startsWith(`${prefix}_`) && bodyPattern.test(text.slice(prefix.length + 1));
}
