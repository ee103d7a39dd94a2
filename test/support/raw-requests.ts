import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import type { Chance } from "@edgeward/hub/demo/chance.ts";

type Header = readonly [name: string, value: string];

/** One request as it goes over the line, which need not be one. */
export interface RawRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly Header[];
  readonly body: Buffer;
}

const methods = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT"];
const oddMethods = ["", "get", "G ET", "QUERY", "PRI", "X".repeat(300), "\u0000", "PROPFIND"];

/** Addresses that a parser of addresses trips over, that stand in no list, or that are cut within a character. */
export const oddTargets: readonly string[] = [
  "//[",
  "//[::1",
  "//[]:80/ws",
  "//:@/",
  "//%/",
  "//a b",
  "/\\[",
  "\\\\[",
  "http://[",
  "http://[::1",
  "http://a:99999/ws",
  "https://user:pass@[/ws",
  "ws://[/ws",
  "//",
  "///",
  "/",
  "*",
  "",
  "?",
  "#",
  "/%",
  "/%ff",
  "/%c0%af",
  "/%00",
  "/..%2f..%2fetc/passwd",
  "/ui/%2e%2e/%2e%2e/package.json",
  "/ui/../../package.json",
  "/ws",
  "/ws?",
  "/ws?ticket=%",
  "/ws?ticket=",
  "/ws?ticket=__proto__",
  "/ws?display=%E0%A4%A",
  "/ws?display=all&display=none",
  "/ws#[",
  "//[/ws?display=all",
  "/ws//[",
  "/v1/sync/doorbell",
  "/v1/sync/doorbell?%",
  "//[/v1/sync/doorbell",
  "/v1/patients/%",
  "/v1/patients/%ff",
  "/v1/patients/__proto__",
  "/v1/patients?limit=%",
  "/v1/patients?limit[]=1&limit[__proto__]=2",
  "/v1/patients/search?q=%ed%a0%80",
  "/display/%/state",
  "/docs/errors/%",
  "/docs/errors/__proto__",
  "/docs/errors/constructor",
  "/fleet/bootstrap/%2e%2e",
  "/openapi.json/",
  "/metrics?x=%",
  `/${"a".repeat(9_000)}`,
  `/?${"&a=".repeat(4_000)}`,
  "javascript:alert(1)",
  "/\u00e9\u00ff",
  "/a\tb",
  "127.0.0.1:443",
  "[::1]:443",
  "[",
];

const oddHosts = [
  "",
  "[",
  "[::1",
  "%",
  "a:b:c",
  "evil.example",
  "a b",
  ":",
  ":0",
  "\u00ff",
  "h".repeat(5_000),
];

/** Headers by which a caller asks for another protocol, most of them lacking something. */
export const upgrades: readonly (readonly Header[])[] = [
  [["Upgrade", "websocket"]],
  [
    ["Upgrade", "websocket"],
    ["Sec-WebSocket-Version", "13"],
  ],
  [
    ["Upgrade", "websocket"],
    ["Sec-WebSocket-Version", "13"],
    ["Sec-WebSocket-Key", "x"],
  ],
  [
    ["Upgrade", "WebSocket"],
    ["Sec-WebSocket-Version", "99"],
    ["Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="],
  ],
  [
    ["Upgrade", "websocket"],
    ["Sec-WebSocket-Version", "13"],
    ["Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="],
  ],
  [
    ["Upgrade", "websocket"],
    ["Sec-WebSocket-Version", "13"],
    ["Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="],
    ["Sec-WebSocket-Extensions", 'permessage-deflate; a="'],
    ["Sec-WebSocket-Protocol", "a, a, ,"],
    ["Origin", "http://["],
  ],
  [
    ["Upgrade", "h2c"],
    ["HTTP2-Settings", "AAMAAABkAARAAAAAAAIAAAAA"],
  ],
  [["Upgrade", "websocket, websocket"]],
  [["Upgrade", ""]],
];

const connections = [
  "Upgrade",
  "upgrade, keep-alive",
  "close",
  "keep-alive",
  "",
  "Upgrade, Upgrade",
  "x",
];

const oddHeaders: readonly Header[] = [
  ["Content-Length", "-1"],
  ["Content-Length", "1, 1"],
  ["Content-Length", "99999999999999999999"],
  ["Content-Length", "0x10"],
  ["Transfer-Encoding", "chunked"],
  ["Transfer-Encoding", "chunked, chunked"],
  ["Transfer-Encoding", "identity"],
  ["Transfer-Encoding", "gzip, chunked"],
  ["Expect", "100-continue"],
  ["Expect", "the impossible"],
  ["Authorization", "Bearer a.b.c"],
  ["Authorization", `Bearer ${"a".repeat(9_000)}`],
  ["Authorization", "Basic OjpbOg=="],
  ["Authorization", "Bearer eyJhbGciOiJub25lIn0.e30."],
  ["X-Request-Id", "\u00ff"],
  ["X-Tenant-Id", "\u00ff"],
  ["Idempotency-Key", " "],
  ["Idempotency-Key", "k".repeat(300)],
  ["If-Match", '"v9999999999999999999"'],
  ["Range", "bytes=-0,5-1,x"],
  ["Accept-Encoding", "zstd;q=x, *;q=0"],
  ["Accept", "*/*;q=2, \u00ff"],
  ["Content-Type", "application/json; charset=utf-7"],
  ["Content-Type", "application/json; charset=utf-16"],
  ["Content-Type", "application/json; charset="],
  ["Content-Type", 'multipart/form-data; boundary="'],
  ["Content-Type", "multipart/form-data"],
  ["Content-Type", "\u00ff"],
  ["Content-Type", "application/x-www-form-urlencoded"],
  ["Forwarded", 'for="[::'],
  ["X-Forwarded-For", ",,[,"],
  ["Cookie", "%=%; __proto__=1"],
  ["Origin", "null"],
  ["no-colon", "\r\n x"],
  ["__proto__", "1"],
  ["A".repeat(20_000), "1"],
];

const packers = {
  gzip: gzipSync,
  br: brotliCompressSync,
  zstd: zstdCompressSync,
  deflate: deflateSync,
};

/** Bodies that are no JSON, JSON that has no canonical form, and JSON that is deeper than a stack. */
export const oddBodies: readonly string[] = [
  "",
  "{",
  "nul",
  "null",
  "[]",
  '"x"',
  "{}",
  '{"a":"\\ud800"}',
  '{"\\udc00":1}',
  '{"a":1e400}',
  '{"a":-1e400}',
  '{"a":[[1e400]]}',
  '{"__proto__":{"x":1}}',
  '{"constructor":{"prototype":{}}}',
  "\ufeff{}",
  '{"a":"\u0000"}',
  '{"a":"\\u0000"}',
  `{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}`,
  `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`,
  "[".repeat(50_000),
  `{"a":${"9".repeat(5_000)}}`,
];

/** Frames for a WebSocket that is open: cut, masked wrongly, of no kind, too long. */
export const oddFrames: readonly Buffer[] = [
  Buffer.from([0x81, 0x05, 1, 2, 3, 4, 5]),
  Buffer.from([0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 2, 3, 4]),
  Buffer.from([0x83, 0x80, 0, 0, 0, 0]),
  Buffer.from([0xf1, 0x80, 0, 0, 0, 0]),
  Buffer.from([0x80, 0x80, 0, 0, 0, 0]),
  Buffer.from([0x88, 0x81, 0, 0, 0, 0, 1]),
  Buffer.from([0x88, 0x82, 0, 0, 0, 0, 0, 1]),
  Buffer.from([0x89, 0xfe, 0, 200, 0, 0, 0, 0]),
  Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0xff, 0xfe]),
  Buffer.from([0x81, 0x81, 0, 0, 0, 0, 0x7b]),
];

/** Each way in which a body can fail to be what its encoding says, and the encodings that nobody knows. */
function oddEncodings(chance: Chance): readonly (readonly [string, Buffer])[] {
  const noise = Buffer.from(Array.from({ length: 64 }, () => chance.int(0, 255)));
  const known = Object.entries(packers).flatMap(([name, pack]) => {
    const whole = pack('{"a":1}');
    const bent = Buffer.from(whole);
    const at = chance.int(0, bent.length - 1);
    bent[at] = (bent[at] ?? 0) ^ (1 << chance.int(0, 7));
    const huge = pack(Buffer.alloc(30_000_000, 0x20));
    return [
      [name, whole],
      [name, whole.subarray(0, chance.int(1, whole.length - 1))],
      [name, Buffer.concat([whole, noise])],
      [name, bent],
      [name, noise],
      [name, Buffer.alloc(0)],
      [name, huge],
      [name, pack('{"a":"\\ud800"}')],
    ] as const;
  });
  return [
    ...known,
    ["x", noise],
    ["gzip, br", noise],
    ["", noise],
    ["identity", noise],
    ["\u00ff", noise],
  ];
}

const alphabet = [
  "/",
  "[",
  "]",
  ":",
  "@",
  "?",
  "#",
  "%",
  "\\",
  ".",
  "..",
  "&",
  "=",
  "ws",
  "v1",
  "a",
  "%f",
  "%00",
];

/** The bytes of a request. What is no byte of its own in a text stands as Latin-1, as it goes over the line. */
export function bytesOf({ method, target, headers, body }: RawRequest): Buffer {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const head = `${method} ${target} HTTP/1.1\r\n${lines}\r\n`;
  return Buffer.concat([Buffer.from(head, "latin1"), body]);
}

const host: Header = ["Host", "127.0.0.1"];
const json: Header = ["Content-Type", "application/json"];

/** A request to change to another protocol. */
export function upgradeRequest(target: string, headers: readonly Header[]): RawRequest {
  return {
    method: "GET",
    target,
    headers: [host, ["Connection", "Upgrade"], ...headers],
    body: Buffer.alloc(0),
  };
}

/** A request with a body, framed as it should be. */
export function bodyRequest(
  method: string,
  target: string,
  body: Buffer,
  headers: readonly Header[] = [],
): RawRequest {
  const length: Header = ["Content-Length", String(body.length)];
  return {
    method,
    target,
    headers: [host, json, length, ["Connection", "close"], ...headers],
    body,
  };
}

/** Makes requests by chance out of what is odd about each of their parts. */
export class RawRequests {
  readonly encodings: ReturnType<typeof oddEncodings>;
  readonly #chance: Chance;

  constructor(chance: Chance) {
    this.#chance = chance;
    this.encodings = oddEncodings(chance);
  }

  next(): RawRequest {
    const chance = this.#chance;
    const [encoding, packed] = chance.pick(this.encodings);
    const isPacked = chance.happens(0.2);
    const body = isPacked ? packed : Buffer.from(chance.pick(oddBodies));
    const headers: readonly Header[] = [
      ...this.#hosts(),
      ...this.#upgrade(),
      ...(isPacked ? [["Content-Encoding", encoding] as const] : []),
      ...(chance.happens(0.7) ? [json] : []),
      ...(chance.happens(0.8) ? [["Content-Length", String(body.length)] as const] : []),
      ...Array.from({ length: chance.int(0, 3) }, () => chance.pick(oddHeaders)),
    ];
    return {
      method: chance.happens(0.9) ? chance.pick(methods) : chance.pick(oddMethods),
      target: chance.happens(0.7) ? chance.pick(oddTargets) : `/${this.#word()}`,
      headers,
      body,
    };
  }

  #hosts(): readonly Header[] {
    const chance = this.#chance;
    if (chance.happens(0.7)) return [host];
    return Array.from({ length: chance.int(0, 2) }, () => ["Host", chance.pick(oddHosts)] as const);
  }

  #upgrade(): readonly Header[] {
    const chance = this.#chance;
    if (chance.happens(0.5)) return [];
    return [["Connection", chance.pick(connections)], ...chance.pick(upgrades)];
  }

  #word(): string {
    const chance = this.#chance;
    return Array.from({ length: chance.int(1, 12) }, () => chance.pick(alphabet)).join("");
  }
}
