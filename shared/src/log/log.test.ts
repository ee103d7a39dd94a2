import { connect } from "node:net";
import { once } from "node:events";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AppError } from "#kernel/errors.ts";
import { createLogger, redact, type LogFields } from "./log.ts";

const request = "req_01j9zzzzzzzzzzzzzzzzzzzzzz";

/** A logger whose lines are kept. */
function keptLog(base: LogFields = {}) {
  const lines: string[] = [];
  const log = createLogger(
    (line) => lines.push(line),
    base,
    () => Date.parse("2026-04-01T04:00:00Z"),
  );
  const last = (): unknown => JSON.parse(lines.at(-1) ?? "null");
  return { log, lines, last };
}

describe("a line", () => {
  test("is one JSON object with the time, the level, the event and the fields", () => {
    const { log, lines } = keptLog({ node_id: "nod_a" });
    log.info("request.finished", {
      request_id: request,
      endpoint: "GET /v1/patients/{patient_id}",
      status: 200,
      duration_ms: 3.5,
    });
    expect(lines).toEqual([
      `{"level":"info","time":"2026-04-01T04:00:00.000Z","node_id":"nod_a","event":"request.finished","request_id":"${request}","endpoint":"GET /v1/patients/{patient_id}","status":200,"duration_ms":3.5}\n`,
    ]);
  });

  test("takes no field that could hold what a person typed", () => {
    const { log, lines } = keptLog();
    // @ts-expect-error A name has no field, so this does not compile.
    log.warn("patient.saved", { name: "Asha Rao" });
    // @ts-expect-error Nor has a telephone number.
    log.warn("patient.saved", { phone: "+919845012345" });
    expect(lines.join("\n")).not.toMatch(/Asha|9845012345/u);
  });

  test("withholds an event that is a sentence, for it may hold a name", () => {
    const { log, last } = keptLog();
    log.info("saved Asha Rao");
    expect(last()).toMatchObject({ event: "[redacted]" });
  });
});

describe("redact", () => {
  test.each<[keyof LogFields, unknown]>([
    ["endpoint", "/v1/patients?phone=9845012345"],
    ["endpoint", "/v1/patients/9845012345"],
    ["code", "Asha Rao"],
    ["code", "9845012345"],
    ["operation", "रोगी"],
    ["actor_id", "asha@example.in"],
    ["status", "Asha"],
    ["status", Number.NaN],
    ["count", { name: "Asha" }],
  ])("withholds %s %j", (name, value) => {
    expect(redact({ [name]: value })).toEqual({ [name]: "[redacted]" });
  });

  test.each<[keyof LogFields, string | number]>([
    ["endpoint", "/v1/lab/orders/{order_id}"],
    ["endpoint", "POST /auth/token"],
    ["code", "validation_error"],
    ["code", "ECONNREFUSED"],
    ["code", "23505"],
    ["batch_id", "0190b5c2-7d3e-7c00-8000-0123456789ab"],
    ["tenant_id", "ten_01j9zzzzzzzzzzzzzzzzzzzzzz"],
    ["lag_ms", -4],
  ])("writes %s %s", (name, value) => {
    expect(redact({ [name]: value })).toEqual({ [name]: value });
  });

  test("writes no field that is not on the list, whatever it is called", () => {
    const dropped = fc.property(fc.string(), fc.string(), (name, value) => {
      const secret = `<${value}>`;
      return !JSON.stringify(redact({ [name]: secret })).includes(
        JSON.stringify(secret).slice(1, -1),
      );
    });
    expect(() => fc.assert(dropped)).not.toThrow();
    expect(redact({ name: "Asha", __proto__: 1, constructor: 1 })).toEqual({});
  });
});

describe("a thrown error", () => {
  test("is stated by its name, code and stack, without its message", () => {
    const { log, lines, last } = keptLog();
    log.error(
      "request.failed",
      { request_id: request },
      new AppError("invalid_reference", "no Asha Rao\n    at 9845012345:1:1"),
    );
    expect(last()).toMatchObject({
      level: "error",
      error: { name: "AppError", code: "invalid_reference" },
    });
    expect(lines[0]).toContain("log.test.ts");
    expect(lines[0]).not.toMatch(/Asha|9845012345/u);
  });

  test("brings its causes with it, without their messages and not without end", () => {
    const { log, lines, last } = keptLog();
    const inner = new TypeError("Asha");
    const outer = new Error("Rao", { cause: inner });
    inner.cause = outer;
    log.error("request.failed", {}, outer);
    expect(last()).toMatchObject({
      error: { name: "Error", cause: { name: "TypeError", cause: { name: "Error" } } },
    });
    expect(lines[0]).not.toMatch(/Asha|Rao/u);
  });

  test("of the system is stated by its code and system call", async () => {
    const { log, lines, last } = keptLog();
    const [error] = await once(connect(1, "127.0.0.1"), "connect").then(
      () => [new Error("something listens on port 1")],
      (reason: unknown) => [reason],
    );
    log.error("hub.unreachable", {}, error);
    expect(last()).toMatchObject({ error: { code: "ECONNREFUSED", syscall: "connect" } });
    expect(lines[0]).not.toContain("127.0.0.1");
  });

  test("that is no error is stated by its type alone", () => {
    const { log, last } = keptLog();
    log.error("request.failed", {}, "Asha Rao");
    expect(last()).toMatchObject({ error: { name: "thrown_string" } });
  });
});
