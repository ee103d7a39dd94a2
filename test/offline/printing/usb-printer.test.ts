import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test } from "vitest";
import { TransportError, type PrinterConnection } from "@edgeward/devices/driver.ts";
import { printWithAcknowledgement } from "@edgeward/devices/printer/print.ts";
import { createUsbTransport } from "@edgeward/devices/transport/usb.ts";

const programFile = fileURLToPath(new URL("usb-stand-in.ts", import.meta.url));
const address = {
  vendorId: "04b8",
  productId: "0e15",
  serialNo: "X7AB000117",
  otherSerialNos: [],
};

afterEach(() => {
  delete process.env["EDGEWARD_USB_STAND_IN"];
});

function openStandIn(plan: string): Promise<PrinterConnection> {
  process.env["EDGEWARD_USB_STAND_IN"] = plan;
  return createUsbTransport({ ...address, programFile }).open();
}

async function failureOf(promise: Promise<unknown>): Promise<TransportError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof TransportError)) throw new Error("expected a transport error");
  return error;
}

describe("a USB printer", () => {
  test("that is not plugged in, on a host with USB or without, is unreachable and harms nobody", async () => {
    const transport = createUsbTransport({ ...address, vendorId: "ffff", productId: "fffe" });
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const error = await failureOf(transport.open());
      expect(["unreachable", "io"]).toContain(error.code);
      expect(error.bytesWritten).toBe(0);
    }
  });

  test("takes all bytes and is heard", async () => {
    const connection = await openStandIn("answers");
    const heard: string[] = [];
    connection.onData((bytes) => heard.push(Buffer.from(bytes).toString()));
    await connection.write(Buffer.alloc(200_000), { timeoutMs: 10_000 });
    await expect.poll(() => heard.length).toBe(Math.ceil(200_000 / 4_096));
    await connection.close();
    expect(await connection.closed).toEqual({ kind: "by_us" });
  });

  test("is asked again and again by the one program that holds it", async () => {
    process.env["EDGEWARD_USB_STAND_IN"] = "names";
    const transport = createUsbTransport({ ...address, programFile });
    const names = new Set<string>();
    for (let count = 1; count <= 5; count += 1) {
      const connection = await transport.open();
      const heard: string[] = [];
      connection.onData((bytes) => heard.push(Buffer.from(bytes).toString()));
      await connection.write(Buffer.from("?"), { timeoutMs: 10_000 });
      await expect.poll(() => heard).toHaveLength(1);
      names.add(heard.join());
      await connection.close();
      expect(await connection.closed).toEqual({ kind: "by_us" });
    }
    expect(names.size).toBe(1);
  });

  test("whose program ended while nobody needed it is held by another", async () => {
    process.env["EDGEWARD_USB_STAND_IN"] = "ends";
    const transport = createUsbTransport({ ...address, programFile });
    for (let count = 1; count <= 3; count += 1) {
      const connection = await transport.open();
      await connection.write(Buffer.from("x"), { timeoutMs: 10_000 });
      await connection.close();
      expect(await connection.closed).toEqual({ kind: "by_us" });
    }
  });

  test("that is switched off is looked for by the one program, which finds it when it is there", async () => {
    process.env["EDGEWARD_USB_STAND_IN"] = "comes";
    const transport = createUsbTransport({ ...address, programFile });
    expect((await failureOf(transport.open())).code).toBe("unreachable");
    expect((await failureOf(transport.open())).code).toBe("unreachable");
    // Another program would not be there with its first look.
    const connection = await transport.open();
    await connection.close();
    expect(await connection.closed).toEqual({ kind: "by_us" });
  });

  test("says its name at its port, and is believed that its paper is out when it once said otherwise", async () => {
    // Out, no answer, in, out, an answer without sense.
    process.env["EDGEWARD_USB_STAND_IN"] = "port 56 0 24 56 255";
    const transport = createUsbTransport({ ...address, programFile });
    const first = await transport.open();
    expect(first.port?.name).toBe("Maker POS-80");
    const heard = [];
    for (let count = 1; count <= 3; count += 1) heard.push(await first.port?.condition());
    expect(heard).toEqual([null, null, { isPaperOut: false }]);
    await first.close();
    const next = await transport.open();
    expect(await next.port?.condition()).toEqual({ isPaperOut: true });
    expect(await next.port?.condition()).toBe(null);
    await next.close();
  });

  test("that is out of paper by its port alone is given nothing, and forgets a print that broke off when it is asked", async () => {
    process.env["EDGEWARD_USB_STAND_IN"] = "port 24 56 24";
    const transport = createUsbTransport({ ...address, programFile });
    const body = Buffer.from("token 42");
    const print = () =>
      printWithAcknowledgement(
        transport,
        { body, trailer: Buffer.from("cut") },
        { jobTag: "job", profile: { hasProcessId: false, hasRealtimeStatus: false } },
      );
    expect(await print()).toEqual({ state: "sent_unconfirmed" });
    expect(await print()).toEqual({ state: "not_started", reason: "paper_out" });
    await transport.reset?.();
    expect(await print()).toEqual({ state: "sent_unconfirmed" });
  });

  test("that does not answer for its port is let go, and nothing it says later is taken for another answer", async () => {
    const connection = await openStandIn("deaf");
    const condition = connection.port?.condition() ?? Promise.resolve(null);
    expect(await failureOf(condition)).toMatchObject({ code: "closed", bytesWritten: 0 });
    expect(await connection.closed).toMatchObject({ kind: "failed" });
    const late = await failureOf(connection.write(Buffer.from("x"), { timeoutMs: 200 }));
    expect(late.bytesWritten).toBe(0);
  });

  test("that is away has nothing to forget", async () => {
    const transport = createUsbTransport({ ...address, vendorId: "ffff", productId: "fffe" });
    await expect(transport.reset?.()).resolves.toBeUndefined();
  });

  test("that another program holds is refused", async () => {
    expect(await failureOf(openStandIn("held"))).toMatchObject({ code: "refused" });
  });

  test.each([
    ["dies", "unreachable"],
    ["fails", "io"],
    ["pulled", "reset"],
    ["stalls", "write_timeout"],
  ])(
    "whose program %s fails the write as %s, with the count of what certainly left",
    async (plan, code) => {
      const connection = await openStandIn(plan);
      const error = await failureOf(
        connection.write(Buffer.alloc(100_000), { timeoutMs: plan === "stalls" ? 300 : 10_000 }),
      );
      expect(error).toMatchObject({ code, bytesWritten: 8_192 });
      expect(await connection.closed).toMatchObject({ kind: "failed", code });
      const late = await failureOf(connection.write(Buffer.from("x"), { timeoutMs: 200 }));
      expect(late.bytesWritten).toBe(0);
    },
  );
});
