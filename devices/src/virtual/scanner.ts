import { spawn, spawnSync } from "node:child_process";
import { createServer, type Socket } from "node:net";

/** A scanner without hardware: behind a serial server on a port, and at a pseudo-terminal where the machine has `socat`. */
export interface VirtualScanner {
  readonly port: number;
  /** The path of its serial port; null where the machine cannot make one. */
  readonly path: string | null;
  /** Reads a code: its characters and a carriage return go to whoever listens. */
  scan(text: string): void;
  /** Whether anybody listens. */
  isHeard(): boolean;
  /** Calls back when somebody begins or ends to listen. */
  onHeard(listener: () => void): void;
  close(): Promise<void>;
}

/** Starts a virtual scanner. @param path where its serial port is to be, if there is to be one */
export async function startVirtualScanner(
  port = 0,
  path: string | null = null,
): Promise<VirtualScanner> {
  const listeners = new Set<Socket>();
  const watchers: (() => void)[] = [];
  const notify = () => {
    for (const watcher of watchers) watcher();
  };
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.resume();
    listeners.add(socket);
    notify();
    socket.on("close", () => {
      listeners.delete(socket);
      notify();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const place = server.address();
  const taken = place !== null && typeof place === "object" ? place.port : 0;
  const cable = path === null ? null : joinPort(path, taken);
  return {
    port: taken,
    path: cable === null ? null : path,
    scan: (text) => {
      for (const socket of listeners) socket.write(`${text}\r`);
    },
    isHeard: () => listeners.size > 0,
    onHeard: (listener) => {
      watchers.push(listener);
    },
    close: async () => {
      cable?.kill();
      for (const socket of listeners) socket.destroy();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}

// Node.js has no pseudo-terminals; `socat` joins one to the port.
function joinPort(path: string, port: number) {
  if (spawnSync("socat", ["-V"], { stdio: "ignore" }).status !== 0) return null;
  const ends = [`pty,rawer,link=${path},waitslave`, `tcp:127.0.0.1:${port}`];
  return spawn("socat", ends, { stdio: "ignore" });
}
