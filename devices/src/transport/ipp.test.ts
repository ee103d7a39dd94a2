import { createServer, type Server } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { TransportError } from "#driver.ts";
import { createIppTransport } from "./ipp.ts";
import { decodeIppAnswer, encodeIppRequest } from "./ipp-message.ts";

const servers: Server[] = [];
const limit = { timeoutMs: 1_000 };

afterEach(async () => {
  await Promise.all(
    servers.splice(0).map((server) => {
      server.closeAllConnections();
      return new Promise((done) => server.close(done));
    }),
  );
});

/** The attributes of an answer, after its head. */
function attribute(tag: number, name: string, value: Buffer | string): Buffer {
  const [nameBytes, body] = [Buffer.from(name), Buffer.from(value)];
  const lengths = [nameBytes.length, body.length].map((length) => {
    const bytes = Buffer.alloc(2);
    bytes.writeUInt16BE(length);
    return bytes;
  });
  const [nameLength = Buffer.alloc(0), bodyLength = Buffer.alloc(0)] = lengths;
  return Buffer.concat([Buffer.of(tag), nameLength, nameBytes, bodyLength, body]);
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function answer(status: number, ...attributes: readonly Buffer[]): Buffer {
  return Buffer.concat([
    Buffer.of(1, 1, status >> 8, status & 0xff, 0, 0, 0, 1, 0x02),
    ...attributes,
    Buffer.of(3),
  ]);
}

interface Printed {
  readonly documents: Buffer[];
  readonly port: number;
}

/** A print server that answers each operation as the test says. */
async function startServer(
  answers: Readonly<Record<number, (count: number) => Buffer | null>>,
): Promise<Printed> {
  const documents: Buffer[] = [];
  const counts = new Map<number, number>();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const body = Buffer.concat(parts);
      const operation = body.readUInt16BE(2);
      const count = (counts.get(operation) ?? 0) + 1;
      counts.set(operation, count);
      if (operation === 2) documents.push(body.subarray(body.indexOf("%PDF")));
      const reply = answers[operation]?.(count);
      if (reply !== null && reply !== undefined) response.end(reply);
    });
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const place = server.address();
  return { documents, port: place !== null && typeof place === "object" ? place.port : 0 };
}

const ready = () => answer(0, attribute(0x22, "printer-is-accepting-jobs", Buffer.of(1)));
const accepted = () => answer(0, attribute(0x21, "job-id", number(7)));
const jobIs = (state: number) => answer(0, attribute(0x23, "job-state", number(state)));

function transportTo(port: number, limits: object = {}) {
  return createIppTransport({
    host: "127.0.0.1",
    port,
    documentFormat: "application/pdf",
    ...limits,
  });
}

async function printOn(port: number, limits: object = {}) {
  const connection = await transportTo(port, limits).open();
  await connection.write(Buffer.from("%PDF-1.7 one "), limit);
  await connection.write(Buffer.from("two"), limit);
  await connection.close();
  return connection.closed;
}

async function failureOf(promise: Promise<unknown>): Promise<TransportError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof TransportError)) throw new Error("expected a transport error");
  return error;
}

describe("a printer behind IPP", () => {
  test("gets everything that was written as one document, and closes when it has done with it", async () => {
    const server = await startServer({
      11: ready,
      2: accepted,
      9: (count) => jobIs(count < 3 ? 5 : 9),
    });
    expect(await printOn(server.port)).toEqual({ kind: "by_us" });
    expect(server.documents.map(String)).toEqual(["%PDF-1.7 one two"]);
  });

  test("gets nothing when nothing was written", async () => {
    const server = await startServer({ 11: ready });
    const connection = await transportTo(server.port).open();
    await connection.close();
    expect(await connection.closed).toEqual({ kind: "by_us" });
    expect(server.documents).toEqual([]);
  });

  test("that takes no jobs is not begun with", async () => {
    const closed = () => answer(0, attribute(0x22, "printer-is-accepting-jobs", Buffer.of(0)));
    const { port } = await startServer({ 11: closed });
    expect((await failureOf(transportTo(port).open())).code).toBe("not_accepting");
  });

  test("that nobody answers for is refused, or out of time", async () => {
    const { port } = await startServer({ 11: () => null });
    const late = await failureOf(transportTo(port, { answerMs: 150 }).open());
    expect(late.code).toBe("connect_timeout");
    const [server] = servers.splice(0);
    server?.closeAllConnections();
    await new Promise((done) => server?.close(done));
    expect((await failureOf(transportTo(port).open())).code).toBe("refused");
  });

  test("that gives a document up fails it", async () => {
    const { port } = await startServer({ 11: ready, 2: accepted, 9: () => jobIs(8) });
    expect(await printOn(port)).toEqual({ kind: "failed", code: "aborted" });
  });

  test("that refuses the document fails it", async () => {
    const { port } = await startServer({ 11: ready, 2: () => answer(0x040a) });
    expect(await printOn(port)).toEqual({ kind: "failed", code: "not_accepting" });
  });

  test.each([
    ["says that it is at work", () => jobIs(5)],
    ["does not say how far it is", () => null],
  ])("that never has done with a document and %s fails it in time", async (_, progress) => {
    const { port } = await startServer({ 11: ready, 2: accepted, 9: progress });
    expect(await printOn(port, { submitMs: 400 })).toEqual({
      kind: "failed",
      code: "write_timeout",
    });
  });

  test.each([
    [["media-empty-error"], { isPaperOut: true }],
    [["media-low-warning", "cover-open"], { isPaperLow: true, isCoverOpen: true }],
    [["none"], { isPaperOut: false, isPaperLow: false, isCoverOpen: false, isOffline: false }],
  ])("says by %j how it is", async (reasons, condition) => {
    const [first = "", ...more] = reasons;
    const values = [
      attribute(0x44, "printer-state-reasons", first),
      ...more.map((word) => attribute(0x44, "", word)),
    ];
    const { port } = await startServer({ 11: () => answer(0, ...values) });
    expect(await transportTo(port).condition?.()).toMatchObject(condition);
  });
});

describe("an IPP message", () => {
  test("has the form of RFC 8010", () => {
    const bytes = encodeIppRequest(0x0b, 5, [["uri", "printer-uri", "ipp://p/"]]);
    const text = Buffer.from(bytes).toString("latin1");
    expect(
      text.startsWith(
        "\u0001\u0001\u0000\u000b\u0000\u0000\u0000\u0005\u0001G\u0000\u0012attributes-charset",
      ),
    ).toBe(true);
    expect(text.endsWith("E\u0000\u000bprinter-uri\u0000\u0008ipp://p/\u0003")).toBe(true);
  });

  test("that ends too early is a fault, not a hang", () => {
    const whole = answer(0, attribute(0x44, "printer-state-reasons", "none"));
    expect(() => decodeIppAnswer(whole.subarray(0, whole.length - 4))).toThrow(RangeError);
  });
});
