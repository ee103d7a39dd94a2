import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";

/** A scanner behind a serial server, made of software. */
export class NetworkScanner {
  readonly port: number;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.port = port;
    server.on("connection", (socket) => {
      this.#sockets.add(socket);
      socket.on("error", () => undefined);
      socket.once("close", () => this.#sockets.delete(socket));
    });
  }

  /** Listens on a free port. */
  static async start(): Promise<NetworkScanner> {
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    return new NetworkScanner(server, typeof address === "object" ? (address?.port ?? 0) : 0);
  }

  /** Whether somebody listens to it. */
  get isOpen(): boolean {
    return this.#sockets.size > 0;
  }

  scan(text: string): void {
    for (const socket of this.#sockets) socket.write(`${text}\r\n`);
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, "close");
  }
}
