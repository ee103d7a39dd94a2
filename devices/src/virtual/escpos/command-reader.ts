/** One piece of an ESC/POS stream. */
export type Token =
  /** Characters to print, still as bytes of the selected code page. */
  | { readonly kind: "text"; readonly bytes: Uint8Array }
  /** A command by its name in the manuals, such as `ESC a` or `GS ( k`, and what follows the name. */
  | { readonly kind: "command"; readonly name: string; readonly parameters: Uint8Array }
  /** Bytes that begin no command we know. */
  | { readonly kind: "unknown"; readonly bytes: Uint8Array };

/** Cuts a stream in any chunking into tokens. */
export interface CommandReader {
  /** Takes more bytes and returns the tokens that are complete now. */
  push(bytes: Uint8Array): readonly Token[];
}

/**
 * The bytes of a whole command, name included, as far as can be distinguished from its beginning: a rule that has not seen
 * enough asks for enough to know.
 */
type LengthRule = (bytes: Uint8Array) => number;

// No printer has a buffer near this size. Beyond it, a length is noise, and waiting for it would be for ever.
const longestCommand = 4 * 1024 * 1024;
const longestTerminated = 256;

const fixed =
  (parameterCount: number): LengthRule =>
  () =>
    2 + parameterCount;

const word = (bytes: Uint8Array, at: number) => (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0);

/** `X ( fn pL pH …`: the length is in the command. */
const counted: LengthRule = (bytes) => (bytes.length < 5 ? 5 : 5 + word(bytes, 3));

const raster: LengthRule = (bytes) => (bytes.length < 8 ? 8 : 8 + word(bytes, 4) * word(bytes, 6));

const columnImage: LengthRule = (bytes) => {
  if (bytes.length < 5) return 5;
  return 5 + word(bytes, 3) * ((bytes[2] ?? 0) >= 32 ? 3 : 1);
};

const terminated =
  (from: number): LengthRule =>
  (bytes) => {
    const end = bytes.subarray(0, longestTerminated).indexOf(0, from);
    if (end >= 0) return end + 1;
    return Math.min(bytes.length + 1, longestTerminated);
  };

const barcode: LengthRule = (bytes) => {
  const system = bytes[2];
  if (system === undefined) return 3;
  if (system < 65) return terminated(3)(bytes);
  return bytes.length < 4 ? 4 : 4 + (bytes[3] ?? 0);
};

const cut: LengthRule = (bytes) => {
  if (bytes.length < 3) return 3;
  return (bytes[2] ?? 0) >= 65 ? 4 : 3;
};

// DLE DC4: a pulse has two more bytes, the sequence that clears the buffers seven.
const realtimeAction: LengthRule = (bytes) => {
  if (bytes.length < 3) return 3;
  return bytes[2] === 8 ? 10 : 5;
};

const downloadedImage: LengthRule = (bytes) =>
  bytes.length < 4 ? 4 : 4 + 8 * (bytes[2] ?? 0) * (bytes[3] ?? 0);

/** Rules of a family whose commands end in one character and have so many parameter bytes. */
function fixedRules(
  byParameterCount: readonly string[],
): readonly (readonly [string, LengthRule])[] {
  return byParameterCount.flatMap((names, parameterCount) =>
    Array.from(names).map((name) => [name, fixed(parameterCount)] as const),
  );
}

const families: ReadonlyMap<number, { name: string; rules: ReadonlyMap<string, LengthRule> }> =
  new Map([
    [
      0x1b,
      {
        name: "ESC",
        rules: new Map<string, LengthRule>([
          ...fixedRules(["@2SLimv", "!aEG-{MtR3dJeK= VrTUu%", "cB?$\\", "p", "", "", "", "", "W"]),
          ["*", columnImage],
          ["D", terminated(2)],
        ]),
      },
    ],
    [
      0x1d,
      {
        name: "GS",
        rules: new Map<string, LengthRule>([
          ...fixedRules([":", "!BHfhwarI|/Tb", "LW$\\P", "^", "g"]),
          ["(", counted],
          ["v", raster],
          ["k", barcode],
          ["V", cut],
          ["*", downloadedImage],
        ]),
      },
    ],
    [
      0x10,
      {
        name: "DLE",
        rules: new Map([
          ["\x04", fixed(1)],
          ["\x05", fixed(1)],
          ["\x14", realtimeAction],
        ]),
      },
    ],
    [0x1c, { name: "FS", rules: new Map([...fixedRules(["&.", "!-WC", "Sp"]), ["(", counted]]) }],
  ]);

const controlNames: ReadonlyMap<number, string> = new Map([
  [0x09, "HT"],
  [0x0a, "LF"],
  [0x0c, "FF"],
  [0x0d, "CR"],
  [0x18, "CAN"],
]);

const dleNames: Readonly<Record<string, string>> = { "\x04": "EOT", "\x05": "ENQ", "\x14": "DC4" };

/** A reader at the start of a stream. */
export function createCommandReader(): CommandReader {
  let chunks: Uint8Array[] = [];
  let held = 0;
  let needed = 1;
  return {
    push: (bytes) => {
      chunks.push(bytes);
      held += bytes.length;
      // Joined only when the command at hand can be complete: joining for each chunk of a raster would be quadratic.
      if (held < needed) return [];
      const read = readAll(Buffer.concat(chunks));
      chunks = [read.rest];
      held = read.rest.length;
      needed = read.needed;
      return read.tokens;
    },
  };
}

function readAll(bytes: Uint8Array) {
  const tokens: Token[] = [];
  let rest = bytes;
  while (rest.length > 0) {
    const length = tokenLength(rest);
    if (length > rest.length) return { tokens, rest, needed: length };
    tokens.push(tokenOf(rest.subarray(0, length)));
    rest = rest.subarray(length);
  }
  return { tokens, rest, needed: 1 };
}

function tokenLength(bytes: Uint8Array): number {
  const first = bytes[0] ?? 0;
  const family = families.get(first);
  if (family !== undefined) {
    if (bytes.length < 2) return 2;
    const length = family.rules.get(String.fromCharCode(bytes[1] ?? 0))?.(bytes) ?? 2;
    return length > longestCommand ? 2 : length;
  }
  if (first < 0x20) return 1;
  const end = bytes.findIndex((byte) => byte < 0x20);
  return end < 0 ? bytes.length : end;
}

function tokenOf(bytes: Uint8Array): Token {
  const first = bytes[0] ?? 0;
  const family = families.get(first);
  if (family === undefined) return plainToken(first, bytes);
  const second = String.fromCharCode(bytes[1] ?? 0);
  if (bytes.length < 2 || !family.rules.has(second)) return { kind: "unknown", bytes };
  if (second === "(" && bytes.length >= 5) {
    const name = `${family.name} ( ${String.fromCharCode(bytes[2] ?? 0)}`;
    return { kind: "command", name, parameters: bytes.subarray(5) };
  }
  const name = `${family.name} ${family.name === "DLE" ? dleNames[second] : second}`;
  // A length beyond all bounds was cut down to the two bytes of the name, which then say nothing.
  const isCutDown = (family.rules.get(second)?.(bytes) ?? 2) > bytes.length;
  return isCutDown
    ? { kind: "unknown", bytes }
    : { kind: "command", name, parameters: bytes.subarray(2) };
}

function plainToken(first: number, bytes: Uint8Array): Token {
  if (first >= 0x20) return { kind: "text", bytes };
  const name = controlNames.get(first);
  return name === undefined
    ? { kind: "unknown", bytes }
    : { kind: "command", name, parameters: new Uint8Array() };
}
