import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";

/** A port on which a node of the product listens on this machine. */
export interface Listener {
  readonly name: string;
  readonly port: number;
  readonly isTls: boolean;
}

/** What came back over one connection. */
export interface RawAnswer {
  /** The status of each answer, in their order; none where the connection was closed or left without a word. */
  readonly statuses: readonly number[];
  readonly text: string;
}

const patienceMs = 400;
const lingerMs = 15;

function open({ port, isTls }: Listener): Socket {
  const where = { host: "127.0.0.1", port };
  // The certificate is the branch's own; who it is matters to no byte that is sent here.
  return isTls ? connectTls({ ...where, rejectUnauthorized: false }) : connect(where);
}

function read(bytes: readonly Buffer[]): RawAnswer {
  const text = Buffer.concat(bytes).toString("latin1");
  const statuses = [...text.matchAll(/^HTTP\/1\.[01] (\d{3})/gmu)].map(([, status]) =>
    Number(status),
  );
  return { statuses, text };
}

/**
 * Sends bytes over a connection of their own and says what came back: until the far side closes, some moments after its
 * first word, or until it has been silent for long enough. @throws the socket's error where nobody listens
 */
export function exchange(listener: Listener, bytes: Buffer): Promise<RawAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>();
  const heard: Buffer[] = [];
  const socket = open(listener);
  const end = () => {
    resolve(read(heard));
    socket.destroy();
  };
  let timer = setTimeout(end, patienceMs * 10);
  const endIn = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(end, ms);
  };
  socket.once(listener.isTls ? "secureConnect" : "connect", () => {
    socket.write(bytes);
    endIn(patienceMs);
  });
  socket.on("data", (chunk: Buffer) => {
    heard.push(chunk);
    endIn(lingerMs);
  });
  socket.once("error", (error: NodeJS.ErrnoException) => {
    // A connection that is reset while it is written to has been answered; one that is refused has not.
    if (error.code === "ECONNREFUSED") reject(error);
    else end();
  });
  socket.once("close", () => {
    clearTimeout(timer);
    end();
  });
  return promise;
}
