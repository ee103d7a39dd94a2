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
  grantRequest: "grq",
  item: "itm",
  supplier: "sup",
  savedSearch: "svs",
  holiday: "hol",
  scheduleException: "scx",
  department: "dpt",
  room: "rom",
  ward: "wrd",
  bed: "bed",
  admission: "adm",
  triage: "tri",
  screenSettings: "scs",
  waitlistEntry: "wle",
  labTest: "lbt",
  labOrder: "lor",
  orderedTest: "lot",
  specimen: "spc",
  labResult: "lrs",
  radiologyStudy: "rad",
  consent: "cns",
  document: "doc",
  prescription: "rx",
  certificate: "crt",
  emergencyAccess: "eac",
  prescribedItem: "rxi",
  medicationAdministration: "mad",
  invoice: "inv",
  invoiceLine: "ivl",
  creditNote: "crn",
  payment: "pay",
  cashierShift: "csh",
  cashMovement: "cmv",
  stockLocation: "loc",
  payer: "pyr",
  priceList: "prl",
  stockBatch: "stk",
  stockMove: "stm",
  purchaseOrder: "po",
  goodsReceipt: "grn",
  receivedLine: "grl",
  stockCount: "stc",
  stockTransfer: "stt",
  stockTransferLine: "stl",
  dispense: "dsp",
  dispensedLine: "dsl",
  preauth: "pre",
  claimQuery: "cqy",
  claim: "clm",
} as const;

/** What an id can begin with. */
export type IdPrefix = (typeof idPrefixes)[keyof typeof idPrefixes];

/** Crockford's base 32 without i, l, o, u; lower case. */
const ulidAlphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const bodyPattern = /^[0-9a-hjkmnp-tv-z]{26}$/;

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

// Two characters for each ten bits.
const pairs = Array.from(
  { length: 1024 },
  (_, bits) => ulidAlphabet.charAt(bits >> 5) + ulidAlphabet.charAt(bits & 31),
);
const twentyBits = 2 ** 20;
const fortyBits = 2 ** 40;

function fourCharacters(bits: number): string {
  return `${pairs[bits >> 10]}${pairs[bits & 1023]}`;
}

/** 40 bits as eight characters. */
function eightCharacters(bits: number): string {
  return fourCharacters(Math.floor(bits / twentyBits)) + fourCharacters(bits % twentyBits);
}

const bytesOfOne = 10;
const drawnAtOnce = 64;

/** Draws two times 40 random bits at a time, from a store that is filled for many at once. */
function randomHalves(fill: (bytes: Uint8Array) => void): () => readonly [number, number] {
  const store = Buffer.alloc(bytesOfOne * drawnAtOnce);
  let used = store.length;
  return () => {
    if (used === store.length) {
      fill(store);
      used = 0;
    }
    const place = used;
    used += bytesOfOne;
    return [store.readUIntBE(place, 5), store.readUIntBE(place + 5, 5)];
  };
}

/**
 * Makes ids: a prefix, `_`, a lower-case ULID (48 bits of milliseconds, 80 random bits, counted up within a millisecond).
 * In plain numbers: with big ones an id took 4 us in place of 0.4, and a registration makes five.
 * @param now milliseconds since the epoch @param fill fills bytes with chance
 */
export function createIdSource(
  now: () => number,
  fill: (bytes: Uint8Array) => void = (bytes) => void crypto.getRandomValues(bytes),
): IdSource {
  const draw = randomHalves(fill);
  let lastTime = -1;
  let timeText = "";
  let high = 0;
  let low = 0;
  return (prefix) => {
    const time = Math.max(now(), lastTime);
    if (time === lastTime) {
      low = (low + 1) % fortyBits;
      if (low === 0) high += 1;
    } else {
      lastTime = time;
      timeText = `${pairs[Math.floor(time / fortyBits)]}${eightCharacters(time % fortyBits)}`;
      [high, low] = draw();
      // One bit below the field's 80, so that counting up never overflows it.
      high = Math.floor(high / 2);
    }
    return `${prefix}_${timeText}${eightCharacters(high)}${eightCharacters(low)}`;
  };
}

/** Whether a text has the form of an id, of whatever kind: also of one that only newer programs know. */
export function isAnyId(text: string): boolean {
  return /^[a-z]{2,4}_[0-9a-hjkmnp-tv-z]{26}$/.test(text);
}

/** Whether a text has the form of an id of that kind. */
export function isId(prefix: IdPrefix, text: string): boolean {
  return text.startsWith(`${prefix}_`) && bodyPattern.test(text.slice(prefix.length + 1));
}
