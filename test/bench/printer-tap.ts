import { connect, createServer, type Socket } from "node:net";

/** A line to a printer that notes when bytes of a job go over it. */
export interface PrinterTap {
  readonly port: number;
  /** When the first byte of a job went over since the last call, by `performance.now()`; null when none did. */
  takeFirstByte(): number | null;
  close(): Promise<void>;
}

const questionBytes = 3;

/** Whether bytes are more than the questions how the printer is (`DLE EOT n`), which it is asked once a second anyway. */
export function containsJobBytes(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at += questionBytes) {
    if (bytes[at] !== 0x10 || bytes[at + 1] !== 0x04) return true;
  }
  return false;
}

function join(near: Socket, far: Socket): void {
  for (const [from, to] of [
    [near, far],
    [far, near],
  ] as const) {
    from.pipe(to);
    from.on("error", () => to.destroy());
    from.on("close", () => to.destroy());
  }
}

/** Stands before a printer of this machine and passes everything on. */
export async function startPrinterTap(printerPort: number): Promise<PrinterTap> {
  const sockets = new Set<Socket>();
  let firstByte: number | null = null;
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (near) => {
    const far = connect({
      port: printerPort,
      host: "127.0.0.1",
      allowHalfOpen: true,
      noDelay: true,
    });
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
    }
    near.on("data", (bytes: Uint8Array) => {
      if (containsJobBytes(bytes)) firstByte ??= performance.now();
    });
    join(near, far);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    takeFirstByte: () => {
      const at = firstByte;
      firstByte = null;
      return at;
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
