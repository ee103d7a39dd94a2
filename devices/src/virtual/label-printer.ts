import { createServer, type Socket } from "node:net";
import { createZplInterpreter, type PrintedLabel } from "./zpl-interpreter.ts";

/** A network label printer without hardware: it takes ZPL and says nothing. */
export interface VirtualLabelPrinter {
  readonly port: number;
  onLabel(listener: (label: PrintedLabel) => void): () => void;
  /** Unplugged, it takes no connection, and the open one breaks. */
  setPlugged(isPlugged: boolean): void;
  close(): Promise<void>;
}

/** Starts a virtual label printer and resolves when it listens. */
export async function startVirtualLabelPrinter(port = 0): Promise<VirtualLabelPrinter> {
  const listeners = new Set<(label: PrintedLabel) => void>();
  const open = new Set<Socket>();
  let isPlugged = true;
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    if (!isPlugged) {
      socket.resetAndDestroy();
      return;
    }
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    const interpreter = createZplInterpreter((event) => {
      if (event.kind !== "label") return;
      for (const listener of listeners) listener(event.label);
    });
    socket.on("data", (bytes) => interpreter.push(bytes));
  });
  const breakAll = () => {
    for (const socket of open) socket.resetAndDestroy();
  };
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const place = server.address();
  return {
    port: place !== null && typeof place === "object" ? place.port : 0,
    onLabel: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    setPlugged: (plugged) => {
      isPlugged = plugged;
      if (!plugged) breakAll();
    },
    close: async () => {
      breakAll();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}
