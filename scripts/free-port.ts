import { randomInt } from "node:crypto";
import { createServer } from "node:net";

// Below what Linux, macOS and Windows give to outgoing connections by themselves: a port from there may be gone again
// before the program that it was found for listens on it.
const firstPort = 20_000;
const pastLastPort = 32_000;
const attempts = 100;

/** Whether a port of this machine can be taken now. */
export function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}

/** A port that nobody uses at the moment and that no outgoing connection will be given. @throws Error when none was found */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const port = randomInt(firstPort, pastLastPort);
    if (await canListen(port)) return port;
  }
  throw new Error(`no free port found between ${firstPort} and ${pastLastPort}`);
}
