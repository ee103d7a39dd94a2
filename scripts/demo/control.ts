import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { timingSafeEqual } from "node:crypto";

/** What the operator's command can ask of a running demo. */
export interface ControlActions {
  readonly token: string;
  readonly status: () => Readonly<Record<string, unknown>>;
  readonly setOutage: (isOn: boolean) => void;
}

export interface Control {
  readonly url: string;
  readonly close: () => Promise<void>;
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  let text = "";
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > 10_000) throw new Error("too large");
  }
  return JSON.parse(text);
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

function isAuthorised(request: IncomingMessage, token: string): boolean {
  const given = Buffer.from(request.headers.authorization ?? "");
  const expected = Buffer.from(`Bearer ${token}`);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  actions: ControlActions,
): Promise<void> {
  if (!isAuthorised(request, actions.token)) return send(response, 401, { error: "unauthorized" });
  if (request.method === "GET" && request.url === "/status")
    return send(response, 200, actions.status());
  if (request.method !== "POST" || request.url !== "/outage")
    return send(response, 404, { error: "not_found" });
  const body = await readBody(request);
  const isOn = typeof body === "object" && body !== null && "on" in body ? body.on : undefined;
  if (typeof isOn !== "boolean") return send(response, 422, { error: "on must be true or false" });
  actions.setOutage(isOn);
  return send(response, 200, { outage: isOn });
}

/** Listens for the operator's command, on this machine only and with its token. */
export async function startControl(actions: ControlActions): Promise<Control> {
  const server = createServer((request, response) => {
    answer(request, response, actions).catch(() => send(response, 400, { error: "bad_request" }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
