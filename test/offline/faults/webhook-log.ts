import { createServer, type Server } from "node:http";

/** One arrival of a webhook. */
export interface Arrival {
  /** `X-Service-Id`, by which a receiver knows what it has had. */
  readonly id: string;
  readonly body: string;
  /** `performance.now()` of its arrival. */
  readonly at: number;
}

/** A receiver of webhooks that writes down what comes. */
export class WebhookLog {
  readonly arrivals: Arrival[] = [];
  readonly #server: Server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: unknown) => (body += String(chunk)));
    request.on("end", () => {
      const id = request.headers["x-service-id"];
      this.arrivals.push({ id: String(id), body, at: performance.now() });
      response.end();
    });
  });

  /** Listens on a free port of this machine. */
  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
  }

  get url(): string {
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}/`;
  }

  /** Arrivals by the id they came under. */
  byId(): ReadonlyMap<string, readonly Arrival[]> {
    return Map.groupBy(this.arrivals, ({ id }) => id);
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
