import type { IncomingHttpHeaders, IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer, type RawData, type WebSocket } from "ws";
import { addressGroup } from "@edgeward/shared/pipeline/address-group.ts";
import { RateLimiter } from "@edgeward/shared/pipeline/rate-limit.ts";
import { displayCode, type DisplayState } from "./display.ts";
import type { OwnHosts } from "./own-hosts.ts";
import { ScanRouter } from "./scan-router.ts";
import { readPageMessage } from "./page-message.ts";
import type { DeviceHolder, PageHolder, TicketHolder, Tickets } from "./tickets.ts";

const pingEveryMs = 10_000;
// Boards need no ticket; a screen shows one, and a room of screens behind one machine a few.
const boardsOfAnAddress = 32;
// Every page, board and device of a clinic behind one address that comes back at once, and again.
const openings = { burst: 600, perMinute: 1_200 };
// A page that does not read what it is sent is cut off before it costs memory.
const longestBacklog = 1_000_000;
/** The code with which a device's connection is closed when it may no longer act (RFC 6455: private use). */
const deviceClosedCode = 4_403;
/** The same for a page whose session has ended. */
const sessionOverCode = 4_401;

const tooManyStatus = "429 Too Many Requests\r\nRetry-After: 10";

type Message = Readonly<Record<string, unknown>>;

/** Why a device's connection is ended. */
export type DeviceEnd = "locked" | "revoked";

/** Hears of the live connections of kiosks and tablets. */
export interface DeviceListener {
  /** Why a device may not connect, or null for one that may: it may have been locked since it asked. */
  readonly refusalOf: (holder: DeviceHolder) => DeviceEnd | null;
  readonly onHeard: (deviceId: string) => void;
  readonly onLeft: (deviceId: string) => void;
}

/** What live connections need of the node. */
export interface SocketsOptions {
  readonly server: Server;
  readonly isOwnHost: OwnHosts;
  readonly tickets: Tickets;
  readonly display: (code: string) => Promise<DisplayState | null>;
  /** What a page receives first. */
  readonly handshake: () => Promise<Message>;
  readonly devices: DeviceListener;
  /** Whether somebody may be here no longer, for their session has ended or their program was suspended: their pages hear nothing more. */
  readonly isOver: (holder: PageHolder) => boolean;
}

interface Board {
  readonly socket: WebSocket;
  readonly code: string;
  readonly address: string;
}

function send(socket: WebSocket, message: Message): void {
  if (socket.bufferedAmount > longestBacklog) socket.terminate();
  else socket.send(JSON.stringify(message));
}

function endDevice(socket: WebSocket, reason: DeviceEnd): void {
  send(socket, { type: reason });
  socket.close(deviceClosedCode, reason);
}

/** A browser names the page that connects; only the node's own may. A program names none. */
function isOwnPage({ origin, host }: IncomingHttpHeaders): boolean {
  return origin === undefined || URL.parse(origin)?.host === host?.toLowerCase();
}

function refuse(socket: Duplex, status: string): void {
  // Nobody reads from it any more, so its far end's goodbye would not be heard and it would stay for ever.
  socket.once("finish", () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`);
}

/**
 * Serves `/ws`: with a one-use ticket for pages of staff and for paired devices, with a display code for boards, which
 * see tokens only.
 */
export class Sockets {
  readonly #options: SocketsOptions;
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: 4_096 });
  /** The pages of staff and the connections of programs, with whose they are. */
  readonly #pages = new Map<WebSocket, PageHolder>();
  readonly #devices = new Map<WebSocket, string>();
  readonly #boards = new Set<Board>();
  readonly #scans = new ScanRouter<WebSocket>();
  readonly #alive = new WeakSet<WebSocket>();
  readonly #servers = new Set<Server>();
  readonly #openings = new RateLimiter(openings, () => performance.now());
  readonly #timer: NodeJS.Timeout;

  constructor(options: SocketsOptions) {
    this.#options = options;
    this.attach(options.server);
    this.#timer = setInterval(() => this.#ping(), pingEveryMs);
    this.#timer.unref();
  }

  /** Serves the live connections of another server besides. */
  attach(server: Server): void {
    this.#servers.add(server);
    server.on("upgrade", this.#onUpgrade);
  }

  /** Notifies every page of staff. A device hears nothing of this: its screen is anybody's. */
  broadcast(message: Message): void {
    for (const socket of this.#pages.keys()) send(socket, message);
  }

  /** Ends the connections of those who may be here no longer. */
  closeOver(): void {
    for (const [socket, holder] of this.#pages)
      if (this.#options.isOver(holder)) socket.close(sessionOverCode, "session ended");
  }

  /** Gives a scan to the one page that it belongs to; false when no page wants it. */
  deliverScan(scannerId: string, message: Message): boolean {
    const page = this.#scans.take(scannerId);
    if (page === null) return false;
    send(page, message);
    return true;
  }

  /** Ends a device's connections, saying why. */
  closeDevice(deviceId: string, reason: DeviceEnd): void {
    for (const [socket, own] of this.#devices) if (own === deviceId) endDevice(socket, reason);
  }

  /** Sends every board its state anew. */
  refreshDisplays(): void {
    for (const [code, boards] of Map.groupBy(this.#boards, (board) => board.code))
      this.#show(code, boards);
  }

  close(): void {
    clearInterval(this.#timer);
    for (const server of this.#servers) server.off("upgrade", this.#onUpgrade);
    for (const socket of this.#sockets.clients) socket.terminate();
    this.#sockets.close();
  }

  readonly #onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on("error", () => socket.destroy());
    // What is asked for may be anything at all, and here nobody stands above to catch what is thrown.
    const url = URL.parse(request.url ?? "", "http://branch.local");
    if (url === null) return refuse(socket, "400 Bad Request");
    if (!this.#options.isOwnHost(request.headers.host)) return refuse(socket, "400 Bad Request");
    if (url.pathname !== "/ws") return refuse(socket, "404 Not Found");
    if (!isOwnPage(request.headers)) return refuse(socket, "403 Forbidden");
    const address = addressGroup(request.socket.remoteAddress ?? null);
    if (!this.#mayOpen(address)) return refuse(socket, tooManyStatus);
    const accept = this.#accepterOf(url.searchParams, address);
    if (accept === null) return refuse(socket, "401 Unauthorized");
    if (accept === "too many") return refuse(socket, tooManyStatus);
    this.#sockets.handleUpgrade(request, socket, head, accept);
  };

  #mayOpen(address: string): boolean {
    try {
      this.#openings.take(address);
      return true;
    } catch {
      return false;
    }
  }

  /** Whose connection it is to be, or null where nobody may say. A ticket is used up by being asked for here. */
  #accepterOf(
    asked: URLSearchParams,
    address: string,
  ): ((opened: WebSocket) => void) | "too many" | null {
    const ticket = asked.get("ticket");
    const holder = ticket === null ? null : this.#options.tickets.redeem(ticket);
    if (holder !== null) return (opened) => this.#accept(opened, holder);
    const code = asked.get("display");
    if (code === null || !displayCode.test(code)) return null;
    const own = [...this.#boards].filter((board) => board.address === address);
    if (own.length >= boardsOfAnAddress) return "too many";
    return (opened) => this.#acceptBoard({ socket: opened, code, address });
  }

  #keep(socket: WebSocket): void {
    this.#alive.add(socket);
    socket.on("pong", () => this.#alive.add(socket));
    socket.on("error", () => socket.terminate());
  }

  #accept(socket: WebSocket, holder: TicketHolder): void {
    this.#keep(socket);
    if (holder.kind === "device") this.#acceptDevice(socket, holder);
    else this.#acceptPage(socket, holder);
  }

  #acceptDevice(socket: WebSocket, holder: DeviceHolder): void {
    const { devices } = this.#options;
    const { deviceId } = holder;
    const refusal = devices.refusalOf(holder);
    if (refusal !== null) return endDevice(socket, refusal);
    this.#devices.set(socket, deviceId);
    devices.onHeard(deviceId);
    socket.on("message", () => devices.onHeard(deviceId));
    socket.on("close", () => {
      this.#devices.delete(socket);
      if (![...this.#devices.values()].includes(deviceId)) devices.onLeft(deviceId);
    });
    send(socket, { type: "welcome" });
  }

  #acceptPage(socket: WebSocket, holder: PageHolder): void {
    if (this.#options.isOver(holder)) return socket.close(sessionOverCode, "session ended");
    this.#pages.set(socket, holder);
    socket.on("message", (data) => this.#onPageMessage(socket, data));
    socket.on("close", () => {
      this.#pages.delete(socket);
      this.#scans.leave(socket);
    });
    this.#options.handshake().then(
      (message) => send(socket, message),
      () => socket.terminate(),
    );
  }

  #onPageMessage(socket: WebSocket, data: RawData): void {
    const message = readPageMessage(data);
    if (message === null) return;
    this.#scans.claim(socket, { wants: message.wants, scannerId: message.scanner_id ?? null });
    // From now on a scan goes where it says; a page that told people before would lose one to another's window.
    send(socket, { type: "scans", wants: message.wants });
  }

  #acceptBoard(board: Board): void {
    const { socket, code } = board;
    this.#keep(socket);
    this.#boards.add(board);
    socket.on("close", () => this.#boards.delete(board));
    this.#show(code, [board]);
  }

  // What all boards of a code show is asked for once.
  #show(code: string, boards: readonly Board[]): void {
    this.#options.display(code).then(
      (state) => {
        if (state === null) return;
        for (const { socket } of boards) send(socket, { type: "display", state });
      },
      () => {
        for (const { socket } of boards) socket.terminate();
      },
    );
  }

  #ping(): void {
    this.closeOver();
    for (const socket of this.#sockets.clients) {
      if (!this.#alive.has(socket)) socket.terminate();
      this.#alive.delete(socket);
      socket.ping();
    }
  }
}
