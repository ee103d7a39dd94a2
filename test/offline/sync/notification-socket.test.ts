import { createServer, request, type Server } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startHub, type HubNode } from "@edgeward/hub/main.ts";
import { send } from "#support/product-http.ts";
import { startProduct, type Product } from "#support/product.ts";
import { until } from "#support/until.ts";
import { newPatient, registerPatient, textOf } from "#offline/front-desk.ts";

// The branch looks by itself every ten seconds; what arrives sooner has been rung for.
const rungWithinMs = 4_000;

let product: Product;
let second: HubNode;
let proxy: Server;

beforeAll(async () => {
  product = await startProduct();
  second = await startHub({
    databaseUrl: product.databaseUrl,
    folder: join(product.folder, "hub"),
    port: 0,
    host: "127.0.0.1",
    instance: "hub2",
    publicUrl: null,
    allowLoopbackHttp: true,
  });
});

afterAll(async () => {
  await second.stop();
  await product.stop();
  proxy.close();
  proxy.closeAllConnections();
});

/** Forwards requests and lets no other kind of connection through, as some offices' proxies do. */
function startProxy(): Promise<Server> {
  const { hostname, port } = new URL(product.hubUrl);
  const server = createServer((incoming, answer) => {
    const { method, url: path, headers } = incoming;
    const onward = request({ hostname, port, method, path, headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(answer);
    });
    onward.on("error", () => answer.destroy());
    incoming.pipe(onward);
  });
  server.on("upgrade", (_request, socket) => {
    socket.end("HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n");
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

function isAtBranch(id: string): boolean {
  return product.branchRows("SELECT 1 FROM patients WHERE id = ?", [id]).length === 1;
}

async function arrives(id: string): Promise<void> {
  await until("the record is at the branch", rungWithinMs, async () => isAtBranch(id));
}

test("a branch that is connected to one hub process hears at once of what another has written", async () => {
  await product.caughtUp();
  for (let round = 0; round < 3; round += 1) {
    const answer = await send(`${second.url}/v1/patients`, "POST", newPatient(), {
      authorization: `Bearer ${await product.token("hub")}`,
      "x-tenant-id": product.demo.tenant_id,
      "x-branch-id": product.demo.branch_id,
      "idempotency-key": `second-hub-${round}`,
    });
    expect(answer.status).toBe(201);
    await arrives(textOf(answer, "id"));
  }
});

test("behind a proxy without WebSockets the branch waits by requests, hears as soon, and counts as online", async () => {
  proxy = await startProxy();
  const address = proxy.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  await product.killBranch("SIGTERM");
  await product.restartBranch({ EDGEWARD_HUB_URL: `http://127.0.0.1:${port}` });
  await product.caughtUp();
  for (let round = 0; round < 3; round += 1) {
    await arrives(await registerPatient(product, "hub"));
    const made = await registerPatient(product, "branch");
    await product.caughtUp(rungWithinMs);
    expect(await product.hubRows("SELECT 1 FROM patients WHERE id = $1", [made])).toHaveLength(1);
    expect((await product.syncStatus())["state"]).toBe("online");
  }
});
