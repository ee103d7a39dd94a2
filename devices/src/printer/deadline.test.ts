import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { expect, test } from "vitest";
import { within } from "./print-job.ts";

function keepBusy(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end;);
}

test("an answer that has come is heard, also by a process that had no time to read it before the deadline", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const accepted = new Promise<Socket>((resolve) => server.once("connection", resolve));
  const near = connect(port, "127.0.0.1");
  const far = await accepted;
  const heard = within(
    once(near, "data").then(() => "heard"),
    20,
  );
  far.write("ready");
  keepBusy(100);
  expect(await heard).toBe("heard");
  near.destroy();
  server.close();
});

test("what does not come is too late", async () => {
  expect(await within(new Promise(() => undefined), 5)).toBe("too_late");
});
