import { connect, createServer, type Socket } from "node:net";

/** A line between two programs that can be cut. */
export interface FaultProxy {
  readonly port: number;
  /** Cuts the line: what is open breaks, what comes is refused. */
  readonly setCut: (isCut: boolean) => void;
  readonly isCut: () => boolean;
  readonly close: () => Promise<void>;
}

/** Passes connections on to `target` on this machine, until it is asked to cut them. */
export async function startFaultProxy(targetPort: number, port: number): Promise<FaultProxy> {
  const sockets = new Set<Socket>();
  let cut = false;

  function keep(socket: Socket): void {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
  }

  const server = createServer((near) => {
    keep(near);
    if (cut) {
      near.resetAndDestroy();
      return;
    }
    const far = connect(targetPort, "127.0.0.1");
    keep(far);
    near.pipe(far).pipe(near);
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : port,
    setCut(isCut) {
      cut = isCut;
      if (cut) for (const socket of sockets) socket.resetAndDestroy();
    },
    isCut: () => cut,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
