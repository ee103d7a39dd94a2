import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createIppTransport } from "./ipp.ts";

const hasOpenssl = spawnSync("openssl", ["version"], { stdio: "ignore" }).status === 0;
// Ready, and nothing more is said: a version, a status, a request's number, the end.
const ready = Buffer.of(1, 1, 0, 0, 0, 0, 0, 1, 3);

let folder: string;
let server: Server | undefined;
let port = 0;
let asked = 0;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "edgeward-ipps-"));
  asked = 0;
});

afterEach(async () => {
  await unplug();
  rmSync(folder, { recursive: true, force: true });
});

async function unplug(): Promise<void> {
  const leaving = server;
  server = undefined;
  leaving?.closeAllConnections();
  await new Promise<void>((done) => (leaving === undefined ? done() : leaving.close(() => done())));
}

/** A printer that has made a certificate for itself, as they do. */
async function plugIn(name: string, at = 0): Promise<void> {
  const [key, cert] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)];
  const subject = ["-subj", `/CN=${name}`, "-days", "2", "-nodes"];
  const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"];
  execFileSync("openssl", ["req", "-x509", ...kind, "-keyout", key, "-out", cert, ...subject], {
    stdio: "ignore",
  });
  const started = createServer(
    { key: readFileSync(key), cert: readFileSync(cert) },
    (request, response) => {
      asked += 1;
      request.resume();
      request.on("end", () => response.end(ready));
    },
  );
  server = started;
  await new Promise<void>((done) => started.listen(at, "127.0.0.1", done));
  const place = started.address();
  port = place !== null && typeof place === "object" ? place.port : 0;
}

function transport(certificate: string | null) {
  const documentFormat = "application/pdf";
  return createIppTransport({ host: "127.0.0.1", port, documentFormat, certificate });
}

test.runIf(hasOpenssl)(
  "a printer over TLS is believed by the certificate that it showed first, and another at its place is told nothing",
  async () => {
    await plugIn("first");
    const way = transport(null);
    await way.condition?.();
    await way.condition?.();
    expect(asked).toBe(2);
    const before = port;
    await unplug();
    await plugIn("second", before);
    asked = 0;
    await expect(way.condition?.()).rejects.toMatchObject({ code: "untrusted" });
    expect(asked).toBe(0);
  },
);

test.runIf(hasOpenssl)("a certificate that somebody has written down is the only one", async () => {
  await plugIn("printer");
  await expect(transport("ab".repeat(32)).condition?.()).rejects.toMatchObject({
    code: "untrusted",
  });
  expect(asked).toBe(0);
});
