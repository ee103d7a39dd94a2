/** The operations of IPP that we ask for (RFC 8011, 4.2 and 4.3). */
export const ippOperations = {
  printJob: 0x0002,
  getJobAttributes: 0x0009,
  getPrinterAttributes: 0x000b,
} as const;

const tags = {
  operationGroup: 0x01,
  jobGroup: 0x02,
  end: 0x03,
  integer: 0x21,
  boolean: 0x22,
  enumeration: 0x23,
  name: 0x42,
  keyword: 0x44,
  uri: 0x45,
  charset: 0x47,
  language: 0x48,
  mimeType: 0x49,
} as const;

const resolutionTag = 0x32;

type Tag = Exclude<keyof typeof tags, "operationGroup" | "jobGroup" | "end">;

/** One attribute of a request: its syntax, its name, its value. What follows `jobGroup` is about the job. */
export type IppAttribute =
  | readonly [syntax: Tag, name: string, value: string | number]
  | readonly ["jobGroup"];

/** An answer: whether it was granted, and the values of its attributes by name. */
export interface IppAnswer {
  /** Below 0x0100 is success. */
  readonly status: number;
  readonly values: ReadonlyMap<string, readonly (string | number)[]>;
}

/** The bytes of a request (RFC 8010, 3.1). */
export function encodeIppRequest(
  operation: number,
  requestId: number,
  attributes: readonly IppAttribute[],
  document: Uint8Array = new Uint8Array(),
): Uint8Array {
  const head = Buffer.alloc(9);
  head.writeUInt16BE(0x0101, 0);
  head.writeUInt16BE(operation, 2);
  head.writeUInt32BE(requestId, 4);
  head.writeUInt8(tags.operationGroup, 8);
  const always: readonly IppAttribute[] = [
    ["charset", "attributes-charset", "utf-8"],
    ["language", "attributes-natural-language", "en"],
  ];
  const encoded = [...always, ...attributes].map((attribute) => encodeAttribute(attribute));
  return Buffer.concat([head, ...encoded, Buffer.of(tags.end), document]);
}

function encodeAttribute(attribute: IppAttribute): Buffer {
  if (attribute.length === 1) return Buffer.of(tags.jobGroup);
  const [syntax, name, value] = attribute;
  const body = typeof value === "string" ? Buffer.from(value, "utf8") : fourBytes(value);
  return Buffer.concat([
    Buffer.of(tags[syntax]),
    withLength(Buffer.from(name, "ascii")),
    withLength(body),
  ]);
}

function fourBytes(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function withLength(bytes: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** Reads an answer. @throws RangeError when the bytes end in the middle of something */
export function decodeIppAnswer(bytes: Uint8Array): IppAnswer {
  const buffer = Buffer.from(bytes);
  const status = buffer.readUInt16BE(2);
  const values = new Map<string, (string | number)[]>();
  let at = 8;
  let name = "";
  while (at < buffer.length) {
    const tag = buffer.readUInt8(at);
    at += 1;
    if (tag === tags.end) break;
    // Below 0x10 a group begins; groups do not matter here, for no name stands in two of them.
    if (tag < 0x10) continue;
    const nameEnd = at + 2 + buffer.readUInt16BE(at);
    // An attribute without a name is one more value of the one before it.
    if (nameEnd > at + 2) name = buffer.toString("ascii", at + 2, nameEnd);
    const valueEnd = nameEnd + 2 + buffer.readUInt16BE(nameEnd);
    if (valueEnd > buffer.length) throw new RangeError("the answer ends in the middle of a value");
    const value = decodeValue(tag, buffer.subarray(nameEnd + 2, valueEnd));
    values.set(name, [...(values.get(name) ?? []), value]);
    at = valueEnd;
  }
  return { status, values };
}

function decodeValue(tag: number, bytes: Buffer): string | number {
  const isNumber = tag === tags.integer || tag === tags.enumeration;
  if (isNumber && bytes.length === 4) return bytes.readInt32BE();
  if (tag === tags.boolean) return bytes[0] ?? 0;
  // Dots an inch across, down, and the unit, which is 3.
  if (tag === resolutionTag && bytes.length === 9) return bytes.readInt32BE();
  return bytes.toString("utf8");
}
