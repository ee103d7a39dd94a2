import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";

/** A delivery as it arrived. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly path: string;
  /** Milliseconds since the epoch, by the machine's clock. */
  readonly at: number;
}

/** What a receiver answers: a status, or what it does with the response itself. */
export type Answer = number | ((response: ServerResponse) => void);

/** A receiver of webhooks: a real server, on a free port of this machine. */
export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  close(): Promise<void>;
}

/** Never answers. */
export function hang(): void {
  // The sender has to give up by itself.
}

/** Starts a receiver. `answer` is given how many came before, from 0. */
export async function startReceiver(
  answer: (index: number, received: Received) => Answer = () => 200,
): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("utf8");
      const one = { headers: request.headers, body, path: request.url ?? "", at: Date.now() };
      received.push(one);
      const given = answer(received.length - 1, one);
      if (typeof given === "number") response.writeHead(given).end("noted");
      else given(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the receiver has no port");
  return {
    url: `http://127.0.0.1:${address.port}/in`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
