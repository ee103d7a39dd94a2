import { connect, createServer, type Socket } from "node:net";

/** A line that takes its time. */
export interface LatencyProxy {
  readonly url: string;
  stop(): Promise<void>;
}

// Equal delays keep the order of what is passed on.
function passOn(from: Socket, to: Socket, delayMs: number): void {
  from.on("data", (chunk) => setTimeout(() => to.write(chunk), delayMs));
  from.on("end", () => setTimeout(() => to.end(), delayMs));
  from.on("error", () => to.destroy());
  from.on("close", () => setTimeout(() => to.destroy(), delayMs));
}

/** Stands before a server and passes everything on later. @param delayMs each way */
export async function startLatencyProxy(target: string, delayMs: number): Promise<LatencyProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    sockets.add(near).add(far);
    passOn(near, far, delayMs);
    passOn(far, near, delayMs);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const address = server.address();
  const own = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${own}`,
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
