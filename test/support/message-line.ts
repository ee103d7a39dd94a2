import {
  createServer,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";

/** One request on the line, whole. */
export interface LineMessage {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** What happens to one message; null lets it pass. */
export type LineFault =
  /** It never reaches the hub, and the connection breaks. */
  | { readonly kind: "lose" }
  /** The hub acts on it; the answer never comes back. */
  | { readonly kind: "lose_answer" }
  /** The hub gets it twice, one after the other; the second answer comes back. */
  | { readonly kind: "repeat" }
  /** The sender is cut off at once, and the hub gets it so many milliseconds later: behind what was sent since. */
  | { readonly kind: "late"; readonly ms: number }
  /** Only its first bytes reach the hub. */
  | { readonly kind: "cut_request"; readonly bytes: number }
  /** Only the first bytes of the answer come back. */
  | { readonly kind: "cut_answer"; readonly bytes: number }
  /** Somebody on the way answers in the hub's place. */
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly type: string;
      readonly body: string;
    }
  /** Nobody answers, and the connection stays. */
  | { readonly kind: "hang" };

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

// They belong to one hop; the next makes its own.
const hopHeaders: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "transfer-encoding",
  "content-length",
]);

function forwarded(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const kept: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && !hopHeaders.has(name)) kept[name] = value;
  return kept;
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) if (chunk instanceof Buffer) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * A line between a branch and a hub that knows where one message ends and the next begins, so that a fault can be made
 * to hit exactly one of them. Live connections pass as they are.
 */
export class MessageLine {
  readonly #server = createServer((incoming, outgoing) => {
    this.#pass(incoming, outgoing).catch(() => incoming.socket.destroy());
  });
  readonly #sockets = new Set<Duplex>();
  /** What went into each connection last: gone over when this is resolved. */
  readonly #goingOver = new WeakMap<Duplex, Promise<void>>();
  readonly #targetPort: number;
  #isCut = false;
  /** How long a message is under way in each direction, milliseconds. */
  delayMs = 0;
  /** Decides what happens to each message. */
  fault: (message: LineMessage) => LineFault | null = () => null;

  constructor(targetPort: number) {
    this.#targetPort = targetPort;
    this.#server.on("connection", (socket) => this.#keep(socket));
    this.#server.on("upgrade", (incoming, socket, head) => this.#tunnel(incoming, socket, head));
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === "object" && address !== null ? address.port : 0;
  }

  listen(): Promise<void> {
    return new Promise((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
  }

  /** Cuts the line: what is open breaks, what comes is refused. */
  setCut(isCut: boolean): void {
    this.#isCut = isCut;
    if (isCut) for (const socket of this.#sockets) socket.destroy();
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      for (const socket of this.#sockets) socket.destroy();
      this.#server.close(() => resolve());
    });
  }

  #keep(socket: Duplex): void {
    if (this.#isCut) {
      socket.destroy();
      return;
    }
    this.#sockets.add(socket);
    socket.on("close", () => this.#sockets.delete(socket));
    socket.on("error", () => socket.destroy());
  }

  #tunnel(incoming: IncomingMessage, near: Duplex, head: Buffer): void {
    const { method = "GET", url: path = "/", headers } = incoming;
    if (this.fault({ method, path, headers, body: head }) !== null) {
      near.destroy();
      return;
    }
    const far: Socket = connect(this.#targetPort, "127.0.0.1");
    this.#keep(far);
    const names = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
    far.write([`GET ${path} HTTP/1.1`, ...names, "", ""].join("\r\n"));
    far.write(head);
    near.pipe(far).pipe(near);
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
  }

  #ask(message: LineMessage, onGone: () => void = () => undefined): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const outgoing = request(
        {
          port: this.#targetPort,
          host: "127.0.0.1",
          method: message.method,
          path: message.path,
          headers: { ...forwarded(message.headers), "content-length": message.body.length },
          agent: false,
        },
        (answer) => {
          bodyOf(answer).then(
            (body) => resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body }),
            reject,
          );
        },
      );
      outgoing.on("error", reject);
      outgoing.end(message.body, onGone);
    });
  }

  // The hub sees a request whose sender is gone in the middle of it.
  #askInPart(message: LineMessage, bytes: number): Promise<void> {
    return new Promise((resolve) => {
      const outgoing = request({
        port: this.#targetPort,
        host: "127.0.0.1",
        method: message.method,
        path: message.path,
        headers: { ...forwarded(message.headers), "content-length": message.body.length },
        agent: false,
      });
      outgoing.on("error", () => undefined);
      outgoing.on("close", () => resolve());
      outgoing.write(message.body.subarray(0, bytes), () => outgoing.destroy());
    });
  }

  // What is sent behind something else goes over behind it: a line that breaks in the middle of one message carries
  // none of those that were waiting for their turn.
  async #pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { socket } = incoming;
    const before = this.#goingOver.get(socket);
    const { promise, resolve: onGone } = Promise.withResolvers<void>();
    this.#goingOver.set(socket, promise);
    try {
      const message: LineMessage = {
        method: incoming.method ?? "GET",
        path: incoming.url ?? "/",
        headers: incoming.headers,
        body: await bodyOf(incoming),
      };
      await delay(this.delayMs);
      await before;
      if (socket.destroyed) return;
      const fault = this.fault(message);
      if (fault === null) await this.#answer(outgoing, await this.#ask(message, onGone));
      else await this.#strike(fault, message, outgoing, onGone);
    } finally {
      onGone();
    }
  }

  async #strike(
    fault: LineFault,
    message: LineMessage,
    outgoing: ServerResponse,
    onGone: () => void,
  ): Promise<void> {
    const breakOff = () => void outgoing.req.socket.destroy();
    switch (fault.kind) {
      case "lose":
        return breakOff();
      case "lose_answer":
        await this.#ask(message, onGone);
        return breakOff();
      case "repeat":
        await this.#ask(message, onGone);
        return this.#answer(outgoing, await this.#ask(message));
      case "late":
        breakOff();
        await delay(fault.ms);
        await this.#ask(message);
        return;
      case "cut_request":
        await this.#askInPart(message, fault.bytes);
        return breakOff();
      case "cut_answer":
        return this.#answerInPart(outgoing, await this.#ask(message, onGone), fault.bytes);
      case "answer":
        outgoing.writeHead(fault.status, { "content-type": fault.type }).end(fault.body);
        return;
      case "hang":
    }
  }

  async #answer(outgoing: ServerResponse, answer: Answer): Promise<void> {
    await delay(this.delayMs);
    const headers = { ...forwarded(answer.headers), "content-length": answer.body.length };
    outgoing.writeHead(answer.status, headers).end(answer.body);
  }

  #answerInPart(outgoing: ServerResponse, answer: Answer, bytes: number): void {
    const headers = { ...forwarded(answer.headers), "content-length": answer.body.length };
    outgoing.writeHead(answer.status, headers);
    outgoing.write(answer.body.subarray(0, bytes), () => outgoing.req.socket.destroy());
  }
}

/** Opens such a line to a hub on this machine. */
export async function openMessageLine(targetPort: number): Promise<MessageLine> {
  const line = new MessageLine(targetPort);
  await line.listen();
  return line;
}
